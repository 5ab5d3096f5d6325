// The limit of a language server for one text: reads each message, changes the text at one place, reads it with libyaml, and answers. It checks nothing.
//
//   cc -O2 contrib/bench/editor.c -lyaml -o limit     then editor.py speaks to it as to `vitrine lsp`
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

static char *text;
static size_t size;

static void send_json(const char *json) { printf("Content-Length: %zu\r\n\r\n%s", strlen(json), json); fflush(stdout); }

// How many tokens the text has.
static int count(void) {
  yaml_parser_t parser;
  yaml_token_t token;
  int tokens = 0, ended = 0;
  yaml_parser_initialize(&parser);
  yaml_parser_set_input_string(&parser, (unsigned char *)text, size);
  while (!ended && yaml_parser_scan(&parser, &token)) {
    ended = token.type == YAML_STREAM_END_TOKEN || token.type == YAML_NO_TOKEN;
    yaml_token_delete(&token);
    tokens++;
  }
  yaml_parser_delete(&parser);
  return tokens;
}

// The text of a member that is a string without escapes; only its beginning is looked at.
static int member(const char *message, const char *name, char *value, size_t room) {
  const char *found = strstr(message, name);
  if (!found || !(found = strchr(found + strlen(name), '"'))) return 0;
  size_t length = strcspn(found + 1, "\"");
  if (length >= room) length = room - 1;
  memcpy(value, found + 1, length);
  value[length] = 0;
  return 1;
}

static void read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) exit(1);
  fseek(file, 0, SEEK_END);
  size = ftell(file) + 5;
  rewind(file);
  text = malloc(size + 1);
  memcpy(text, "x: 1\n", 5);
  if (fread(text + 5, 1, size - 5, file) != size - 5) exit(1);
  fclose(file);
}

int main(void) {
  char line[256], value[4096], answer[8192];
  static char message[1 << 20];
  char uri[4096] = "";
  for (;;) {
    size_t length = 0;
    while (fgets(line, sizeof line, stdin) && line[0] != '\r') sscanf(line, "Content-Length: %zu", &length);
    if (!length || length >= sizeof message || fread(message, 1, length, stdin) != length) return 0;
    message[length] = 0;
    if (strstr(message, "\"exit\"")) return 0;
    const char *id = strstr(message, "\"id\":");
    if (id) {
      snprintf(answer, sizeof answer, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{}}", atoi(id + 5));
      send_json(answer);
    } else if (strstr(message, "didOpen") || strstr(message, "didChange")) {
      if (!text && member(message, "\"uri\":", uri, sizeof uri)) read_file(uri + 7);
      if (strstr(message, "didChange") && member(message, "\"text\":", value, sizeof value)) text[0] = value[0];
      snprintf(answer, sizeof answer,
        "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/publishDiagnostics\",\"params\":{\"uri\":\"%s\",\"diagnostics\":[{\"code\":%d}]}}", uri, count());
      send_json(answer);
    }
  }
}
