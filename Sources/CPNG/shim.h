#include <png.h>
#include <string.h>
#include <zlib.h>

// Expands a compressed colour profile: how many bytes it has, 0 where it cannot be expanded.
static inline unsigned long vitrine_expand(const unsigned char *from, unsigned long count, unsigned char *to, unsigned long most) {
  uLongf size = most;
  return uncompress(to, &size, from, count) == Z_OK ? size : 0;
}

// Begins to read a PNG; libpng's simplified interface, which returns where others jump.
static inline int vitrine_png_begin(png_image *image, const void *bytes, unsigned long count) {
  memset(image, 0, sizeof *image);
  image->version = PNG_IMAGE_VERSION;
  return png_image_begin_read_from_memory(image, bytes, count);
}

// Reads the pixels as red, green and blue; what can be seen through stands on white.
static inline int vitrine_png_finish(png_image *image, unsigned char *pixels) {
  png_color white = {255, 255, 255};
  image->format = PNG_FORMAT_RGB;
  return png_image_finish_read(image, &white, pixels, 0, 0);
}

// Writes red, green and blue as a PNG; how many bytes it has with none given, 0 where it fails.
static inline unsigned long vitrine_png_write(unsigned width, unsigned height, const unsigned char *pixels, void *to, unsigned long room) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = room;
  return png_image_write_to_memory(&image, to, &size, 0, pixels, 0, 0) ? size : 0;
}
