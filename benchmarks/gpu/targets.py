"""The program of a case as machine code of this processor, which runs a single lane at a time, and as PTX."""

from __future__ import annotations

import ctypes
import re
from typing import Any

import llvmlite.binding as llvm
import numpy as np

llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()
_OF_LIBM = ("sin", "cos", "tan")  # cases.cu takes these functions from CUDA's library
_LANE = re.compile(r"declare i32 @rb_lane\(\)[^\n]*")


def run_here(program: str, words: np.ndarray, table: int, lane: int) -> int:
    """Run a case of a block whose words contain addresses. Return the code of the kernel, which is 0 without an error."""
    text = _LANE.sub(f"define internal i32 @rb_lane() alwaysinline {{ ret i32 {lane} }}", program)
    module = llvm.parse_assembly(text)
    machine = llvm.Target.from_default_triple().create_target_machine(opt=3, jit=True)
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    kind = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 3)
    result: Any = (ctypes.c_uint64 * 8)()
    place = ctypes.addressof(result)
    return int(kind(engine.get_function_address("rb_advance"))(place, place + 32, words.ctypes.data + table))


def ptx(program: str, processor: str = "sm_90") -> str:
    """Return the program for a GPU, whose thread t works on case t mod 32 of a block."""
    text = _LANE.sub(
        "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() nounwind readnone\ndefine internal i32 @rb_lane() alwaysinline {\n"
        " %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n %l = and i32 %t, 31\n ret i32 %l\n}",
        program,
    )
    for name in _OF_LIBM:
        text = text.replace(f"@llvm.{name}.f64", f"@rb_{name}")
        text = re.sub(rf"@{name}\b", f"@rb_{name}", text)
    text = re.sub(r"target (triple|datalayout) = .*", "", text)
    machine = llvm.Target.from_triple("nvptx64-nvidia-cuda").create_target_machine(
        cpu=processor, opt=3, features="+ptx78"
    )
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = "nvptx64-nvidia-cuda", str(machine.target_data)
    for function in module.functions:
        if not function.is_declaration and function.name != "rb_advance":
            function.linkage = "internal"
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(module, builder)
    return str(machine.emit_assembly(module))
