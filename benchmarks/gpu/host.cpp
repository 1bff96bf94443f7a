#include <cuda.h>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>
#define OK(x) do { CUresult r_ = (x); if (r_) { const char *s; cuGetErrorString(r_, &s); printf("%s: %s\n%s\n", #x, s, log_error); exit(1); } } while (0)
static char log_error[65536], log_info[65536];
static std::string file(const std::string &name) { std::ifstream f(name, std::ios::binary); return {std::istreambuf_iterator<char>(f), {}}; }
int main(int argc, char **argv) {
    std::string folder = argv[1], out = folder;
    OK(cuInit(0)); CUdevice device; OK(cuDeviceGet(&device, 0)); CUcontext context; 
    OK(cuDevicePrimaryCtxRetain(&context, device)); OK(cuCtxSetCurrent(context));
    char name[256]; cuDeviceGetName(name, 256, device); printf("%s\n", name);
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_LOG_VERBOSE, CU_JIT_MAX_REGISTERS};
    void *values[] = {log_error, (void *)sizeof log_error, log_info, (void *)sizeof log_info, (void *)1, (void *)atol(getenv("MAXREG") ? getenv("MAXREG") : "255")};
    CUlinkState link; OK(cuLinkCreate(6, options, values, &link));
    for (auto part : {folder + "/advance.ptx", folder + "/cases.ptx"}) {
        std::string text = file(part);
        OK(cuLinkAddData(link, CU_JIT_INPUT_PTX, (void *)text.c_str(), text.size() + 1, part.c_str(), 0, 0, 0));
    }
    void *cubin; size_t size; OK(cuLinkComplete(link, &cubin, &size)); if (getenv("LOUD")) printf("%s\n", log_info);
    CUmodule module; OK(cuModuleLoadData(&module, cubin));
    CUfunction fill, run, differ; OK(cuModuleGetFunction(&fill, module, "fill")); OK(cuModuleGetFunction(&run, module, "run")); OK(cuModuleGetFunction(&differ, module, "differ"));
    int registers, local; cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, run); cuFuncGetAttribute(&local, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, run);
    printf("run: %d registers, %d bytes of local memory\n", registers, local);
    cuFuncSetCacheConfig(run, CU_FUNC_CACHE_PREFER_L1);
    std::string image = file(folder + "/image.bin"), raw = file(folder + "/pointers.bin");
    const long *numbers = (const long *)raw.data(); long top = numbers[0], count = numbers[1], words = image.size() / 8;
    std::vector<unsigned char> points(words, 0);
    for (long k = 0; k < count; k++) points[numbers[2 + k]] = 1;
    CUdeviceptr d_image, d_points, d_count; OK(cuMemAlloc(&d_image, image.size())); OK(cuMemAlloc(&d_points, words)); OK(cuMemAlloc(&d_count, 8));
    OK(cuMemcpyHtoD(d_image, image.data(), image.size())); OK(cuMemcpyHtoD(d_points, points.data(), words));
    std::string before;
    for (int a = 2; a + 1 < argc; a += 2) {
        long cases = atol(argv[a]), blocks = (cases + 31) / 32, bytes = image.size(); int threads = atoi(argv[a + 1]);
        CUdeviceptr images; OK(cuMemAlloc(&images, blocks * bytes));
        float fastest = 1e30f;
        for (int turn = 0; turn < (cases > 200000 ? 1 : 2); turn++) {
            void *fill_arguments[] = {&images, &d_image, &d_points, &words, &blocks};
            OK(cuLaunchKernel(fill, 4096, 1, 1, 256, 1, 1, 0, 0, fill_arguments, 0)); OK(cuCtxSynchronize());
            CUevent start, stop; cuEventCreate(&start, 0); cuEventCreate(&stop, 0);
            void *run_arguments[] = {&images, &bytes, &top, &cases};
            cuEventRecord(start, 0);
            OK(cuLaunchKernel(run, (cases + threads - 1) / threads, 1, 1, threads, 1, 1, 0, 0, run_arguments, 0));
            cuEventRecord(stop, 0); OK(cuCtxSynchronize());
            float ms; cuEventElapsedTime(&ms, start, stop); if (ms < fastest) fastest = ms;
        }
        unsigned long long unequal = 0; OK(cuMemcpyHtoD(d_count, &unequal, 8));
        void *differ_arguments[] = {&images, &d_points, &words, &blocks, &d_count};
        OK(cuLaunchKernel(differ, 4096, 1, 1, 256, 1, 1, 0, 0, differ_arguments, 0)); OK(cuMemcpyDtoH(&unequal, d_count, 8));
        std::string after(bytes, 0); OK(cuMemcpyDtoH(&after[0], images, bytes));
        for (long k = 0; k < words; k++) if (points[k]) ((unsigned long long *)&after[0])[k] = 0;
        printf("%ld cases, %d threads a block: %.1f ms, %.0f cases/s; words that differ between blocks of 32 cases: %llu; %s\n", cases, threads, fastest, cases / fastest * 1e3, unequal,
               before.empty() ? "first" : after == before ? "equal bits as before" : "OTHER BITS");
        fflush(stdout); before = after; cuMemFree(images);
    }
    std::ofstream(out + "/after.bin", std::ios::binary) << before;
}
