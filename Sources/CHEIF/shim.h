#include <dlfcn.h>
#include <libheif/heif.h>

// The functions of libheif that vitrine-decode calls. The library is loaded when the first HEIC or AVIF comes, so that no JPEG waits for it, and where
// it is missing only these formats are.
struct vitrine_heif {
  __typeof__(heif_init) *init;
  __typeof__(heif_context_alloc) *context_alloc;
  __typeof__(heif_context_read_from_memory_without_copy) *read;
  __typeof__(heif_context_get_primary_image_handle) *primary;
  __typeof__(heif_image_handle_get_width) *handle_width;
  __typeof__(heif_image_handle_get_height) *handle_height;
  __typeof__(heif_image_handle_has_alpha_channel) *has_alpha;
  __typeof__(heif_decode_image) *decode;
  __typeof__(heif_image_get_width) *width;
  __typeof__(heif_image_get_height) *height;
  __typeof__(heif_image_get_plane_readonly) *plane;
  __typeof__(heif_image_handle_get_color_profile_type) *profile_type;
  __typeof__(heif_image_handle_get_raw_color_profile_size) *profile_size;
  __typeof__(heif_image_handle_get_raw_color_profile) *profile;
  __typeof__(heif_image_handle_get_nclx_color_profile) *nclx;
};

// Loads the library: 0 where it is not there, or lacks a function that is needed.
static inline int vitrine_load_heif(struct vitrine_heif *heif) {
  void *library = dlopen("libheif.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
#define TAKE(member, name) heif->member = (__typeof__(heif->member))dlsym(library, #name)
  TAKE(init, heif_init);
  TAKE(context_alloc, heif_context_alloc);
  TAKE(read, heif_context_read_from_memory_without_copy);
  TAKE(primary, heif_context_get_primary_image_handle);
  TAKE(handle_width, heif_image_handle_get_width);
  TAKE(handle_height, heif_image_handle_get_height);
  TAKE(has_alpha, heif_image_handle_has_alpha_channel);
  TAKE(decode, heif_decode_image);
  TAKE(width, heif_image_get_width);
  TAKE(height, heif_image_get_height);
  TAKE(plane, heif_image_get_plane_readonly);
  TAKE(profile_type, heif_image_handle_get_color_profile_type);
  TAKE(profile_size, heif_image_handle_get_raw_color_profile_size);
  TAKE(profile, heif_image_handle_get_raw_color_profile);
  TAKE(nclx, heif_image_handle_get_nclx_color_profile);
#undef TAKE
  return heif->context_alloc && heif->read && heif->primary && heif->handle_width && heif->handle_height && heif->has_alpha &&
         heif->decode && heif->width && heif->height && heif->plane && heif->profile_type && heif->profile_size && heif->profile && heif->nclx;
}
