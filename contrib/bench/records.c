/* Writes a catalogue of N game records: the same bytes for the same N, on every machine.
 *
 *   records N FOLDER [RECORDS-A-FOLDER]
 *
 * FOLDER/catalogue/vitrine.yaml, FOLDER/catalogue/games/NNN/SLUG.yaml with 500 records a folder (or as asked) and about 350 bytes a record, and
 * FOLDER/games.rec, the same records for recutils. Titles differ in every record; a tenth of the words is not ASCII. */

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static const char *const adjectives[32] = {
  "Amber", "Brazen", "Crystal", "Dreaming", "Éternal", "Faded", "Gilded", "Hollow", "Iron", "Jade", "Kindled", "Last", "Midnight",
  "Naïve", "Obsidian", "Pale", "Quiet", "Radiant", "Silent", "Thundering", "Über", "Velvet", "Wandering", "Zealous", "Broken",
  "Clockwork", "Drowned", "Electric", "Forgotten", "Paper", "Savage", "Solar"};
static const char *const nouns[32] = {
  "Archive", "Bastion", "Café", "Dragon", "Engine", "Fortress", "Garden", "Harbour", "Island", "Jäger", "Kingdom", "Lantern",
  "Mirage", "Ninja", "Oracle", "Piñata", "Quarry", "Requiem", "Symphony", "Tempest", "Umbra", "Voyage", "Whisper", "Xenolith",
  "Yard", "Zeppelin", "Blade", "Circus", "Heart", "Orchard", "Planet", "Train"};
static const char *const places[32] = {
  "Avalon", "the North", "Thrace", "the Deep", "Nowhere", "the Ninth Moon", "São Tomé", "Köln", "the Sunken City", "Kyoto",
  "Orléans", "Glass", "a Thousand Suns", "Málaga", "the Fog", "Smoke", "Reykjavík", "the Old Mill", "Ankara", "Bergen", "Cusco",
  "Dunes", "Embers", "Frost", "Ghent", "Havana", "Ithaca", "Jaipur", "Kraków", "Lhasa", "Memphis", "Naples"};
static const char *const endings[16] = {
  "", "", "", "", "II", "III", "Remastered", "Origins", "Redux", "Zero", "Gold", "Reborn", "Deluxe", "Encore", "Turbo", "Another Story"};
static const char *const studios[24] = {
  "Northlight Works", "Blue Forge", "Pixel Brothers", "Monolith Lab", "Kitsune Soft", "Lumière Studio", "Iron Collective", "Crow & Co",
  "Hexa Interactive", "Delta Arts", "Atelier Zwölf", "Cobalt House", "Nine Lives", "Quasar Digital", "Umbrella Team", "Vector Games",
  "Wonder Factory", "Zenith", "Old Fjord", "Santé Machine", "Paper Crane", "Röhr", "Square Wheel", "Tin Robot"};
static const char *const genres[12] = {
  "RPG", "Action", "Adventure", "Platformer", "Puzzle", "Strategy", "Racing", "Shooter", "Simulation", "Roguelike", "Visual novel",
  "Beat 'em up"};
static const char *const modes[2] = {"single-player", "local co-op"};
static const char *const systems[6] = {"Windows", "Nintendo Switch", "PlayStation 4", "PlayStation 5", "Xbox One", "Nintendo 3DS"};
static const char *const comments[6] = {
  "from the old shelf list", "signed copy", "prêté à Zoé, à récupérer", "no manual", "second printing", "a gift"};

/* A stream of numbers that depends on the record alone. */
static uint64_t state;

static uint64_t next(void) {
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static size_t below(size_t count) { return next() % count; }
static int chance(size_t percent) { return below(100) < percent; }

static void die(const char *path) {
  fprintf(stderr, "records: %s: %s\n", path, strerror(errno));
  exit(1);
}

static FILE *create(const char *path) {
  FILE *file = fopen(path, "w");
  if (!file) die(path);
  return file;
}

static void make_folder(const char *path) {
  if (mkdir(path, 0777) && errno != EEXIST) die(path);
}

/* The file name of a title: its ASCII letters and digits, words joined by '-'; other letters are left out. */
static void slug_of(const char *title, char *slug) {
  int gap = 0;
  char *end = slug;
  for (const char *c = title; *c; c++) {
    int letter = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') ? *c : *c >= 'A' && *c <= 'Z' ? *c + 32 : 0;
    if (letter) {
      if (gap && end > slug) *end++ = '-';
      *end++ = (char)letter;
      gap = 0;
    } else if ((unsigned char)*c < 128) {
      gap = 1;
    }
  }
  *end = 0;
}

/* Picks COUNT different words and writes them as a list, in flow or in block style. */
static void write_list(FILE *yaml, FILE *rec, const char *key, const char *field, const char *const *words, size_t all, size_t count, int flow) {
  size_t first = below(all), step = 1 + 2 * below(all / 2 / 2 + 1);
  while (all % step == 0 && step > 1) step += 2;
  fprintf(yaml, flow ? "  %s: [" : "  %s:\n", key);
  for (size_t i = 0; i < count; i++) {
    const char *word = words[(first + i * step) % all];
    if (flow) fprintf(yaml, "%s%s", i ? ", " : "", word);
    else fprintf(yaml, "    - %s\n", word);
    fprintf(rec, "%s: %s\n", field, word);
  }
  if (flow) fputs("]\n", yaml);
}

/* How many records are in a folder. */
static size_t folder_size = 500;

static void write_record(size_t number, const char *games, FILE *rec) {
  /* An odd multiplier is a permutation of 2^19 numbers: no title comes twice. */
  size_t mixed = number * 0x5bd1e995u % (1u << 19);
  char title[200], slug[200], path[4096];
  const char *ending = endings[mixed >> 15];
  const char *joint = !*ending ? "" : ending[0] == 'I' ? " " : ": ";
  /* The first four endings are empty: their titles differ by a number. */
  snprintf(title, sizeof title, "%s %s of %s%s%s", adjectives[mixed & 31], nouns[mixed >> 5 & 31], places[mixed >> 10 & 31], joint, ending);
  if (!*ending && mixed >> 15) snprintf(title + strlen(title), 8, " %zu", (mixed >> 15) + 1964);
  slug_of(title, slug);
  state = number * 0x2545f4914f6cdd1du;
  snprintf(path, sizeof path, "%s/%03zu/%s.yaml", games, number / folder_size, slug);
  FILE *yaml = create(path);

  size_t year = 1985 + below(40);
  size_t release = year * 10000 + (1 + below(12)) * 100 + 1 + below(28);
  const char *status = chance(80) ? "library" : "wishlist";
  int flow = chance(65);
  if (chance(15)) fprintf(yaml, "# %s\n", comments[below(COUNT(comments))]);
  const char *quote = strstr(title, ": ") || chance(10) ? "\"" : "";
  fprintf(yaml, "title: %s%s%s\nrelease: %zu\nstatus: %s", quote, title, quote, release, status);
  if (chance(8)) fprintf(yaml, "  # %s", comments[below(COUNT(comments))]);
  fputs("\nproperties:\n", yaml);
  fprintf(rec, "Slug: %s\nTitle: %s\nRelease: %zu\nStatus: %s\n", slug, title, release, status);
  if (chance(50)) {
    fprintf(yaml, "  series: [%s %s]\n", adjectives[mixed & 31], nouns[mixed >> 5 & 31]);
    fprintf(rec, "Series: %s %s\n", adjectives[mixed & 31], nouns[mixed >> 5 & 31]);
  }
  write_list(yaml, rec, "developers", "Developer", studios, COUNT(studios), 1 + chance(25), flow);
  write_list(yaml, rec, "publishers", "Publisher", studios, COUNT(studios), 1 + chance(40), flow);
  write_list(yaml, rec, "genres", "Genre", genres, COUNT(genres), 1 + below(3), flow);
  write_list(yaml, rec, "modes", "Mode", modes, COUNT(modes), 1 + chance(30), flow);
  fputs("  platforms:\n", yaml);
  size_t first = below(COUNT(systems)), count = 1 + below(3);
  for (size_t i = 0; i < count; i++) {
    const char *system = systems[(first + i) % COUNT(systems)], *format = chance(50) ? "physical" : "digital";
    fprintf(yaml, flow ? "    - {system: %s, format: %s}\n" : "    - system: %s\n      format: %s\n", system, format);
    fprintf(rec, "Platform: %s: %s\n", system, format);
  }
  fputs("\n", rec);
  if (fclose(yaml)) die(path);
}

int main(int argc, char **argv) {
  size_t count = argc == 3 || argc == 4 ? strtoul(argv[1], 0, 10) : 0;
  if (argc == 4) folder_size = strtoul(argv[3], 0, 10);
  if (count < 1 || count > 1u << 19 || folder_size < 1) {
    fputs("usage: records N FOLDER [RECORDS-A-FOLDER]    (N: 1 to 524288)\n", stderr);
    return 2;
  }
  char catalogue[2048], games[2100], path[4096];
  snprintf(catalogue, sizeof catalogue, "%s/catalogue", argv[2]);
  snprintf(games, sizeof games, "%s/games", catalogue);
  make_folder(argv[2]);
  make_folder(catalogue);
  make_folder(games);
  for (size_t i = 0; i < count; i += folder_size) {
    snprintf(path, sizeof path, "%s/%03zu", games, i / folder_size);
    make_folder(path);
  }
  snprintf(path, sizeof path, "%s/vitrine.yaml", catalogue);
  FILE *manifest = create(path);
  fputs("vitrine: 1\ncollections:\n  - {kind: game, files: \"games/**/*.yaml\"}\n", manifest);
  if (fclose(manifest)) die(path);
  snprintf(path, sizeof path, "%s/games.rec", argv[2]);
  FILE *rec = create(path);
  fputs(
    "%rec: Game\n%key: Slug\n%mandatory: Title Release Status\n%unique: Title Release Status\n%type: Title line\n"
    "%type: Release range 19500101 20991231\n%type: Status enum library wishlist\n%type: Mode regexp /^(single-player|local co-op)$/\n"
    "%type: Platform regexp /^[A-Za-z0-9 ]+: (physical|digital)$/\n\n", rec);
  for (size_t i = 0; i < count; i++) write_record(i, games, rec);
  if (fclose(rec)) die(path);
  return 0;
}
