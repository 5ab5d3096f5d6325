#include <dlfcn.h>
#include <libraw/libraw.h>

// The functions of LibRaw that vitrine-decode calls, loaded when the first raw file comes.
struct vitrine_raw {
  __typeof__(libraw_init) *init;
  __typeof__(libraw_open_buffer) *open;
  __typeof__(libraw_unpack_thumb) *unpack_thumb;
  __typeof__(libraw_unpack) *unpack;
  __typeof__(libraw_dcraw_process) *process;
  __typeof__(libraw_dcraw_make_mem_image) *image;
};

#define VITRINE_TEXT(number) #number
#define VITRINE_SONAME(number) "libraw.so." VITRINE_TEXT(number)

// Loads the library: 0 where it is not there, or another than the one this is compiled for, whose structures are others.
static inline int vitrine_load_raw(struct vitrine_raw *raw) {
  void *library = dlopen(VITRINE_SONAME(LIBRAW_SHLIB_CURRENT), RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
#define TAKE(member, name) raw->member = (__typeof__(raw->member))dlsym(library, #name)
  TAKE(init, libraw_init);
  TAKE(open, libraw_open_buffer);
  TAKE(unpack_thumb, libraw_unpack_thumb);
  TAKE(unpack, libraw_unpack);
  TAKE(process, libraw_dcraw_process);
  TAKE(image, libraw_dcraw_make_mem_image);
#undef TAKE
  return raw->init && raw->open && raw->unpack_thumb && raw->unpack && raw->process && raw->image;
}

// The bytes behind the header of a developed picture, a member without a length that Swift does not see.
static inline const unsigned char *vitrine_raw_pixels(const libraw_processed_image_t *image) { return image->data; }

static inline int vitrine_raw_thumbnail_is_jpeg(const libraw_data_t *raw) { return raw->thumbnail.tformat == LIBRAW_THUMBNAIL_JPEG; }
