// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/host/environment.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "trainers/protocol/figure.hpp"
#include "trainers/protocol/host/cgroup.hpp"

namespace dpscale::protocol {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

json text_or_reason(const std::string& text, const char* reason) {
  return text.empty() ? no_figure(reason) : json(text);
}

/// The first line of a file; empty where it can't be read.
std::string first_line(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// What follows `key` and a separator on the first line that starts with it.
std::string value_of(const fs::path& path, const std::string& key, char separator) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t at = line.find(separator);
    const std::size_t start =
        at == std::string::npos ? at : line.find_first_not_of(" \t\"", at + 1);
    if (start == std::string::npos) continue;
    return line.substr(start, line.find_last_not_of(" \t\"") + 1 - start);
  }
  return "";
}

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::string kernel() {
  utsname names{};
  if (uname(&names) != 0) return "";
  return std::string(names.sysname) + ' ' + names.release + ' ' + names.machine;
}

std::string processor_model(const fs::path& root) {
  for (const char* key : {"model name", "Model", "Hardware", "CPU part"}) {
    const std::string model = value_of(root / "proc/cpuinfo", key, ':');
    if (!model.empty()) return model;
  }
  return first_line(root / "proc/device-tree/model");
}

json caches(const processor_topology& topology) {
  json list = json::array();
  for (const cache_kind& kind : topology.caches) {
    list.push_back(
        {{"level", kind.level}, {"type", kind.type}, {"bytes", kind.bytes}, {"count", kind.count}});
  }
  return list;
}

json processor(const fs::path& root) {
  const processor_topology topology = read_processor_topology();
  const auto number = [](std::size_t value) {
    return value > 0 ? json(value) : no_figure("hwloc can't read it here");
  };
  return {{"model", text_or_reason(processor_model(root), "the system doesn't name it")},
          {"sockets", number(topology.sockets)},
          {"cores", number(topology.cores)},
          {"threads", number(topology.threads)},
          {"usable_threads", number(topology.usable_threads)},
          {"numa_nodes", number(topology.numa_nodes)},
          {"caches", caches(topology)},
          {"governor",
           text_or_reason(first_line(root / "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
                          "the system shows no frequency governor")}};
}

json memory_bytes(const fs::path& root) {
  std::istringstream text(value_of(root / "proc/meminfo", "MemTotal", ':'));
  std::uint64_t kibibytes = 0;
  if (!(text >> kibibytes)) return no_figure("/proc/meminfo can't be read");
  return kibibytes * 1024;
}

json load_average(const fs::path& root) {
  std::istringstream text(first_line(root / "proc/loadavg"));
  std::array<double, 3> load{};
  if (!(text >> load[0] >> load[1] >> load[2])) return no_figure("/proc/loadavg can't be read");
  return load;
}

/// The hypervisor as far as the processor or the firmware's names tell.
json virtualisation(const fs::path& root) {
  const std::string product = first_line(root / "sys/class/dmi/id/product_name");
  const std::string vendor = first_line(root / "sys/class/dmi/id/sys_vendor");
  const std::string flags = ' ' + value_of(root / "proc/cpuinfo", "flags", ':') + ' ';
  if (flags.find(" hypervisor ") == std::string::npos) return no_figure("no sign of one");
  const std::string type = first_line(root / "sys/hypervisor/type");
  for (const std::string& name : {type, product, vendor}) {
    if (!name.empty()) return name;
  }
  return "a hypervisor that doesn't give its name";
}

json container(const fs::path& root) {
  std::error_code ignored;
  if (fs::exists(root / ".dockerenv", ignored)) return "docker";
  if (fs::exists(root / "run/.containerenv", ignored)) return "podman";
  const std::string manager = first_line(root / "run/systemd/container");
  return text_or_reason(manager, "no sign of one");
}

}  // namespace

json environment(const fs::path& root) {
  constexpr const char* unlimited = "no control group limits it";
  const auto memory_limit = read_memory_limit(root);
  const auto quota = read_cpu_quota(root);
  std::string os = value_of(root / "etc/os-release", "PRETTY_NAME", '=');
  return {{"host", text_or_reason(host_name(), "the host has no name")},
          {"os", text_or_reason(os, "/etc/os-release can't be read")},
          {"kernel", text_or_reason(kernel(), "uname failed")},
          {"cpu", processor(root)},
          {"memory_bytes", memory_bytes(root)},
          {"memory_limit_bytes", memory_limit ? json(*memory_limit) : no_figure(unlimited)},
          {"cpu_quota_cores", quota ? json(quota->cores) : no_figure(unlimited)},
          {"load_average", load_average(root)},
          {"virtualisation", virtualisation(root)},
          {"container", container(root)},
          {"gpus", json::array()}};
}

}  // namespace dpscale::protocol
