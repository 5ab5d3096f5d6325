#include <webp/decode.h>

// Reads a WebP as red, green, blue and how much covers what is behind, at the size that is given; 0 where it fails.
static inline int vitrine_webp_decode(const unsigned char *bytes, unsigned long count, int width, int height, int is_scaled,
                                      unsigned char *pixels) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) return 0;
  config.options.use_scaling = is_scaled;
  config.options.scaled_width = width;
  config.options.scaled_height = height;
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = pixels;
  config.output.u.RGBA.stride = width * 4;
  config.output.u.RGBA.size = (size_t)width * height * 4;
  VP8StatusCode status = WebPDecode(bytes, count, &config);
  WebPFreeDecBuffer(&config.output);
  // Of a picture that is cut off, what is there.
  return status == VP8_STATUS_OK || status == VP8_STATUS_NOT_ENOUGH_DATA || status == VP8_STATUS_SUSPENDED;
}
