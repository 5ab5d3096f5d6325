#include <dlfcn.h>
#include <lcms2.h>

// The functions of Little CMS that vitrine-decode calls, loaded when the first picture comes that has a colour profile other than sRGB.
struct vitrine_color {
  __typeof__(cmsOpenProfileFromMem) *open;
  __typeof__(cmsCreate_sRGBProfile) *srgb;
  __typeof__(cmsCreateRGBProfile) *rgb;
  __typeof__(cmsBuildParametricToneCurve) *curve;
  __typeof__(cmsGetColorSpace) *space;
  __typeof__(cmsCreateTransform) *transform;
  __typeof__(cmsDoTransform) *apply;
};

// Loads the library: 0 where it is not there.
static inline int vitrine_load_color(struct vitrine_color *color) {
  void *library = dlopen("liblcms2.so.2", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
#define TAKE(member, name) color->member = (__typeof__(color->member))dlsym(library, #name)
  TAKE(open, cmsOpenProfileFromMem);
  TAKE(srgb, cmsCreate_sRGBProfile);
  TAKE(rgb, cmsCreateRGBProfile);
  TAKE(curve, cmsBuildParametricToneCurve);
  TAKE(space, cmsGetColorSpace);
  TAKE(transform, cmsCreateTransform);
  TAKE(apply, cmsDoTransform);
#undef TAKE
  return color->open && color->srgb && color->rgb && color->curve && color->space && color->transform && color->apply;
}

// The profile of Display P3: the primaries of DCI-P3 about daylight, and the curve of sRGB. Source: ICC.1 registry, "Display P3".
static inline cmsHPROFILE vitrine_display_p3(const struct vitrine_color *color) {
  cmsCIExyY white = {0.3127, 0.3290, 1};
  cmsCIExyYTRIPLE primaries = {{0.680, 0.320, 1}, {0.265, 0.690, 1}, {0.150, 0.060, 1}};
  cmsFloat64Number values[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  cmsToneCurve *curve = color->curve(0, 4, values);
  cmsToneCurve *curves[3] = {curve, curve, curve};
  return curve ? color->rgb(&white, &primaries, curves) : 0;
}

// A transform of a profile's pixels to those of sRGB; of red, green and blue, or of grey.
static inline cmsHTRANSFORM vitrine_to_srgb(const struct vitrine_color *color, cmsHPROFILE profile) {
  cmsHPROFILE srgb = color->srgb();
  if (!profile || !srgb || color->space(profile) != cmsSigRgbData) return 0;
  return color->transform(profile, TYPE_RGB_8, srgb, TYPE_RGB_8, INTENT_PERCEPTUAL, 0);
}
