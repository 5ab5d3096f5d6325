/* What C libraries alone need for what vitrine does with photos.
 *
 *   photos exif FOLDER        opens every file of a folder, reads 64 KiB of it, and has libexif read what EXIF is there
 *   photos jpeg FILE SIDE     has libturbojpeg decode a JPEG by the least of its scales with a longer side of at least SIDE pixels
 *   photos heic FILE          has libheif decode the primary picture of a HEIC file
 *
 * The numbers that are printed keep the compiler from leaving anything out. */

#include <dirent.h>
#include <fcntl.h>
#include <libexif/exif-data.h>
#include <libheif/heif.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <turbojpeg.h>
#include <unistd.h>

enum { HEAD = 65536 };

static int fail(const char *what) {
  fprintf(stderr, "photos: %s\n", what);
  return 1;
}

static int exif(const char *folder) {
  static unsigned char head[HEAD];
  DIR *all = opendir(folder);
  if (!all) return fail("no such folder");
  long entries = 0;
  for (struct dirent *file; (file = readdir(all));) {
    if (file->d_name[0] == '.') continue;
    int descriptor = openat(dirfd(all), file->d_name, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) continue;
    ssize_t count = read(descriptor, head, HEAD);
    close(descriptor);
    if (count <= 0) continue;
    ExifData *data = exif_data_new_from_data(head, (unsigned)count);
    for (int directory = 0; directory < EXIF_IFD_COUNT; directory++) entries += data->ifd[directory]->count;
    exif_data_unref(data);
  }
  closedir(all);
  printf("%ld\n", entries);
  return 0;
}

static unsigned char *contents(const char *path, size_t *count) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (descriptor < 0 || fstat(descriptor, &status)) return NULL;
  unsigned char *bytes = malloc((size_t)status.st_size);
  *count = 0;
  for (ssize_t more; bytes && (more = read(descriptor, bytes + *count, (size_t)status.st_size - *count)) > 0;) *count += (size_t)more;
  close(descriptor);
  return bytes;
}

static int jpeg(const char *path, int side) {
  size_t count;
  unsigned char *bytes = contents(path, &count);
  tjhandle decoder = tjInitDecompress();
  int width, height, subsampling, colors, factors;
  if (!bytes || tjDecompressHeader3(decoder, bytes, count, &width, &height, &subsampling, &colors)) return fail("no JPEG");
  tjscalingfactor *scales = tjGetScalingFactors(&factors), least = {1, 1};
  int longer = width > height ? width : height;
  for (int i = 0; i < factors; i++) {
    if (TJSCALED(longer, scales[i]) >= side && TJSCALED(longer, scales[i]) < TJSCALED(longer, least)) least = scales[i];
  }
  int w = TJSCALED(width, least), h = TJSCALED(height, least);
  unsigned char *pixels = malloc((size_t)w * (size_t)h * 3);
  if (!pixels || tjDecompress2(decoder, bytes, count, pixels, w, 0, h, TJPF_RGB, 0)) return fail("the JPEG cannot be decoded");
  printf("%d %d %d\n", w, h, pixels[w * h]);
  return 0;
}

static int heic(const char *path) {
  struct heif_context *context = heif_context_alloc();
  struct heif_image_handle *handle;
  struct heif_image *image;
  if (heif_context_read_from_file(context, path, NULL).code || heif_context_get_primary_image_handle(context, &handle).code ||
      heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGB, NULL).code)
    return fail("the HEIC cannot be decoded");
  printf("%d\n", heif_image_get_width(image, heif_channel_interleaved));
  return 0;
}

int main(int count, char **words) {
  if (count == 3 && !strcmp(words[1], "exif")) return exif(words[2]);
  if (count == 4 && !strcmp(words[1], "jpeg")) return jpeg(words[2], atoi(words[3]));
  if (count == 3 && !strcmp(words[1], "heic")) return heic(words[2]);
  return fail("photos exif FOLDER | jpeg FILE SIDE | heic FILE");
}
