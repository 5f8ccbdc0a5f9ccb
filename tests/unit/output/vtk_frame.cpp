// Who owns a data set that is handed over to be written.
#include "vtk_frame.hpp"

#include <doctest/doctest.h>
#include <unistd.h>
#include <vtkImageData.h>
#include <vtkXMLImageDataWriter.h>

#include <filesystem>
#include <future>
#include <string>

namespace talus {
namespace {

/// A queue that does nothing before it is told to.
class HeldQueue {
 public:
  HeldQueue() {
    queue.add([start = start_.get_future().share()] { start.wait(); });
  }
  void go() {
    start_.set_value();
    queue.settle();
  }
  FileQueue queue;

 private:
  std::promise<void> start_;
};

std::filesystem::path place(const std::string& end) {
  return std::filesystem::temp_directory_path() / ("talus_frame_" + std::to_string(::getpid()) + end);
}

TEST_CASE("a data set in a queue belongs to the queue alone") {
  HeldQueue held;
  auto points = vtkSmartPointer<vtkPolyData>::New();
  auto image = vtkSmartPointer<vtkImageData>::New();
  vtkPolyData* const seen_points = points;
  vtkImageData* const seen_image = image;
  set_points(*points, computed_field("Points", 3, [](Index i) { return Vec3(i, 0, 0); }));
  image->SetDimensions(2, 2, 2);
  write_polydata(place(".vtp"), std::move(points), &vtkPolyData::SetVerts, 1, &held.queue);
  write_xml<vtkXMLImageDataWriter>(place(".vti"), std::move(image), &held.queue);
  // Who drops one of several references reads the data set after that, and the writer might have freed it.
  CHECK(seen_points->GetReferenceCount() == 1);
  CHECK(seen_image->GetReferenceCount() == 1);
  CHECK(points == nullptr);
  CHECK(image == nullptr);
  held.go();
  CHECK(std::filesystem::file_size(place(".vtp")) > 0);
  CHECK(std::filesystem::file_size(place(".vti")) > 0);
  std::filesystem::remove(place(".vtp"));
  std::filesystem::remove(place(".vti"));
}

}  // namespace
}  // namespace talus
