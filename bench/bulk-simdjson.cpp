// The same counts with native simdjson (Debian libsimdjson-dev), on demand, the file mapped: bulk-simdjson <file>
#include <fcntl.h>
#include <simdjson.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <unordered_map>

int main(int, char** argv) {
  // The classes of tool i of scenario s, as bulk-data.mjs makes them.
  static const char* verbs[] = {"find", "query", "lookup", "open", "get", "load", "save", "write", "put"};
  std::unordered_map<std::string, std::unordered_map<std::string, int>> tests;
  for (int s = 0; s < 20; s++)
    for (int i = 0; i < 9; i++)
      tests["scenario " + std::to_string(s)]["server_" + std::to_string(s) + "_" + std::to_string(i % 4) + "." + verbs[i] + "_item"] = i / 3;
  int fd = open(argv[1], O_RDONLY);
  struct stat stats;
  fstat(fd, &stats);
  size_t size = stats.st_size;
  char* file = (char*)mmap(0, size + simdjson::SIMDJSON_PADDING, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
  simdjson::ondemand::parser parser;
  long tp = 0, fp = 0, fn = 0, runs = 0;
  std::string key;
  std::string tool;
  for (char* at = file; at < file + size;) {
    char* end = (char*)memchr(at, '\n', file + size - at);
    auto document = parser.iterate(at, end - at, file + size + simdjson::SIMDJSON_PADDING - at);
    auto trace = document.get_object();
    key.assign(std::string_view(trace["test"].get_string()));
    auto& slots = tests[key];
    int hit = 0;
    for (auto call : trace["tool_calls"].get_array()) {
      auto object = call.get_object();
      tool.assign(std::string_view(object["server"].get_string()));
      tool += '.';
      tool.append(std::string_view(object["name"].get_string()));
      auto found = slots.find(tool);
      if (found == slots.end()) fp++;
      else hit |= 1 << found->second;
    }
    int hits = __builtin_popcount(hit);
    tp += hits;
    fn += 3 - hits;
    runs++;
    at = end + 1;
  }
  printf("%ld %ld %ld %ld\n", tp, fp, fn, runs);
}
