#include <dlfcn.h>
#include <string.h>
#include <tiffio.h>

// The functions of libtiff that vitrine-decode calls, loaded when the first TIFF comes.
struct vitrine_tiff {
  __typeof__(TIFFClientOpen) *open;
  __typeof__(TIFFGetField) *field;
  __typeof__(TIFFGetFieldDefaulted) *defaulted;
  __typeof__(TIFFReadRGBAImageOriented) *read;
  __typeof__(TIFFSetErrorHandler) *on_error;
  __typeof__(TIFFSetWarningHandler) *on_warning;
};

// Loads the library, the one this is compiled for or its predecessor, whose functions are the same; 0 where it is not there.
static inline int vitrine_load_tiff(struct vitrine_tiff *tiff) {
  void *library = dlopen("libtiff.so.6", RTLD_LAZY | RTLD_LOCAL);
  if (!library) library = dlopen("libtiff.so.5", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
#define TAKE(member, name) tiff->member = (__typeof__(tiff->member))dlsym(library, #name)
  TAKE(open, TIFFClientOpen);
  TAKE(field, TIFFGetField);
  TAKE(defaulted, TIFFGetFieldDefaulted);
  TAKE(read, TIFFReadRGBAImageOriented);
  TAKE(on_error, TIFFSetErrorHandler);
  TAKE(on_warning, TIFFSetWarningHandler);
#undef TAKE
  return tiff->open && tiff->field && tiff->defaulted && tiff->read && tiff->on_error && tiff->on_warning;
}

// Bytes in memory as libtiff reads them.
struct vitrine_tiff_bytes {
  const unsigned char *start;
  unsigned long count;
  unsigned long place;
};

static inline tmsize_t vitrine_tiff_read(thandle_t handle, void *to, tmsize_t count) {
  struct vitrine_tiff_bytes *bytes = (struct vitrine_tiff_bytes *)handle;
  if (count < 0 || bytes->place >= bytes->count) return 0;
  unsigned long rest = bytes->count - bytes->place;
  unsigned long taken = (unsigned long)count < rest ? (unsigned long)count : rest;
  memcpy(to, bytes->start + bytes->place, taken);
  bytes->place += taken;
  return (tmsize_t)taken;
}

static inline tmsize_t vitrine_tiff_write(thandle_t handle, void *from, tmsize_t count) {
  (void)handle, (void)from, (void)count;
  return 0;
}

static inline toff_t vitrine_tiff_seek(thandle_t handle, toff_t place, int from) {
  struct vitrine_tiff_bytes *bytes = (struct vitrine_tiff_bytes *)handle;
  bytes->place = place + (from == SEEK_CUR ? bytes->place : from == SEEK_END ? bytes->count : 0);
  return bytes->place;
}

static inline int vitrine_tiff_close(thandle_t handle) {
  (void)handle;
  return 0;
}

static inline toff_t vitrine_tiff_size(thandle_t handle) { return ((struct vitrine_tiff_bytes *)handle)->count; }

// The whole file as memory, which libtiff then reads without copying.
static inline int vitrine_tiff_map(thandle_t handle, void **start, toff_t *count) {
  struct vitrine_tiff_bytes *bytes = (struct vitrine_tiff_bytes *)handle;
  *start = (void *)bytes->start;
  *count = bytes->count;
  return 1;
}

static inline void vitrine_tiff_unmap(thandle_t handle, void *start, toff_t count) { (void)handle, (void)start, (void)count; }

// Opens bytes that stay where they are; in silence, for what is wrong with them is told in our words.
static inline TIFF *vitrine_tiff_open(const struct vitrine_tiff *tiff, struct vitrine_tiff_bytes *bytes) {
  tiff->on_error(0);
  tiff->on_warning(0);
  return tiff->open("picture", "r", (thandle_t)bytes, vitrine_tiff_read, vitrine_tiff_write, vitrine_tiff_seek,
                    vitrine_tiff_close, vitrine_tiff_size, vitrine_tiff_map, vitrine_tiff_unmap);
}

// Fields by functions whose arguments Swift cannot pass.
static inline int vitrine_tiff_size_of(const struct vitrine_tiff *tiff, TIFF *file, unsigned *width, unsigned *height) {
  uint32_t w = 0, h = 0;
  int found = tiff->field(file, TIFFTAG_IMAGEWIDTH, &w) && tiff->field(file, TIFFTAG_IMAGELENGTH, &h);
  *width = w;
  *height = h;
  return found;
}

// Reads the pixels of all rows as they are stored: asked for the orientation that it has, the library turns nothing.
static inline int vitrine_tiff_read_rows(const struct vitrine_tiff *tiff, TIFF *file, unsigned width, unsigned height, unsigned *pixels) {
  uint16_t orientation = ORIENTATION_TOPLEFT;
  tiff->defaulted(file, TIFFTAG_ORIENTATION, &orientation);
  return tiff->read(file, width, height, pixels, orientation, 0);
}

// The colour profile, which stays the library's.
static inline const unsigned char *vitrine_tiff_icc(const struct vitrine_tiff *tiff, TIFF *file, unsigned *count) {
  uint32_t size = 0;
  void *profile = 0;
  if (!tiff->field(file, TIFFTAG_ICCPROFILE, &size, &profile)) return 0;
  *count = size;
  return (const unsigned char *)profile;
}
