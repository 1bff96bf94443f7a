"""Contains the code that uses private classes of numba. For versions of numba without these classes, there is a plain
fallback.

With the fallback, kernels are the same, but their compilation takes longer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from llvmlite import binding
from numba.core import ir, typeinfer, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.types import functions
from numba.core.untyped_passes import IRProcessing

from rbsolve.solver.compiler.absent import AbsentFields
from rbsolve.solver.compiler.duals.appending import APPEND
from rbsolve.solver.compiler.duals.folding import fold
from rbsolve.solver.compiler.duals.tuples import named_tuple_of, promote
from rbsolve.solver.compiler.stamps import is_portable

# Kernels need no reference counting, because they allocate nothing. They need no wrappers, because Python does not call
# them through numba or its ctypes support.
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

# The passes for code that kernels do not contain: closures, comprehensions, `with`, inner functions, loops over mixed
# tuples, whole arrays and parallel loops.
UNUSED = {
    "WithLifting",
    "InlineClosureLikes",
    "RewriteDynamicRaises",
    "MakeFunctionToJitFunction",
    "InlineInlinables",
    "FindLiterallyCalls",
    "LiteralUnroll",
    "LiteralPropagationSubPipelinePass",
    "InlineOverloads",
    "NopythonRewrites",
    "NoPythonSupportedFeatureValidation",
    "DumpParforDiagnostics",
}

# The llvmlite of older numba versions has only LLVM's old pass managers.
_new_pass_manager: Any = getattr(binding, "create_new_function_pass_manager", None)


def _manager_of(state: Any) -> Any:
    """Return numba's passes over a function, and the pass of this project for fields that are None."""
    manager = DefaultPassBuilder.define_nopython_pipeline(state)
    manager.add_pass_after(AbsentFields, IRProcessing)
    return manager


class _PlainCompiler(CompilerBase):
    def define_pipelines(self) -> list[Any]:
        manager = _manager_of(self.state)
        manager.finalize()
        return [manager]


try:
    from numba.core.codegen import JITCodeLibrary

    class _Apart(JITCodeLibrary):
        """Code outside of numba's execution engine."""

        def get_pointer_to_function(self, name: str) -> int:
            return 0

        @property
        def codegen(self) -> Any:
            return self

        def set_env(self, name: str, environment: Any) -> None:
            """Do nothing, because this code needs no environment."""

    class _Text(_Apart):
        """The unoptimized code of a subroutine, which a kernel includes.

        The code is optimized and translated to machine code only once, in the kernel. If this were done at every level
        of calls, it would take half of the compilation time. For the same reason, the code contains no copies of the
        subroutines that it calls.
        """

        def __init__(self, codegen: Any, name: str) -> None:
            super().__init__(codegen, name)
            self.called: list[Any] = []
            """The libraries that the kernel must include together with this library."""

        def add_linking_library(self, library: Any) -> None:
            library._ensure_finalized()
            self.called.append(library)

        def _optimize_final_module(self) -> None:
            pass

        def _finalize_final_module(self) -> None:
            self._finalize_dynamic_globals()
            for function in self._final_module.functions:
                if not function.is_declaration and function.linkage == binding.Linkage.external:
                    function.linkage = (
                        "linkonce_odr"  # a kernel then does not contain functions that are inlined everywhere
                    )
            self._finalized = True

        def _get_module_for_linking(self) -> Any:
            """Return the code with all functions that it calls, for functions that a user compiles with numba's own
            decorators.
            """
            self._ensure_finalized()
            if self._shared_module is None:
                whole = self._final_module.clone()
                for module in _modules_of([self])[1:]:
                    whole.link_in(module, preserve=True)
                self._shared_module = whole
            return self._shared_module

        def _optimize_functions(self, module: Any) -> None:
            """Run only the passes that shorten the code. All other passes run once, in the final code."""
            if _new_pass_manager is None:
                super()._optimize_functions(module)
                return
            module.data_layout = self._codegen._data_layout
            builder = self._codegen._pass_builder()
            for function in module.functions:
                passes = _new_pass_manager()
                passes.add_sroa_pass()
                passes.add_simplify_cfg_pass()
                passes.add_instruction_combine_pass()
                passes.run(function, builder)

    def _modules_of(libraries: list[Any]) -> list[Any]:
        """Return the code of libraries and of all functions that they call. Each code is included once."""
        taken: dict[Any, None] = {}
        waiting = libraries[::-1]
        while waiting:
            library = waiting.pop()
            if library not in taken:
                taken[library] = None
                waiting += getattr(library, "called", ())
        # A text is listed without the texts that it calls, because these are also in `taken`.
        return [each._final_module if isinstance(each, _Text) else each._get_module_for_linking() for each in taken]

    class _Object(_Apart):
        """An object file. It includes the code of all functions that it calls."""

        def finalize(self) -> None:
            self._own = [
                function.name
                for function in self._final_module.functions
                if not function.is_declaration and function.linkage == binding.Linkage.external
            ]
            for module in _modules_of(self._linking_libraries):
                self._final_module.link_in(module, preserve=True)
            self._linking_libraries = []
            super().finalize()

        def _optimize_final_module(self) -> None:
            # Other object files use the same names for different functions, because numba counts names separately in
            # each process.
            for function in self._final_module.functions:
                is_folded_later = function.name.startswith(APPEND)
                if not function.is_declaration and function.name not in self._own and not is_folded_later:
                    function.linkage = "internal"
            for variable in self._final_module.global_variables:
                if not variable.is_declaration:
                    variable.linkage = "internal"
            if not is_portable():
                super()._optimize_final_module()
                self._final_module = fold(self._final_module)

        def _finalize_final_module(self) -> None:
            self._finalized = True

        def code(self, function: str, symbol: str) -> tuple[bytes, list[str]]:
            """Return the object file, with a function under a given symbol, and the symbols that it calls.

            If object files for several processors are needed (portable.py), return unoptimized LLVM bitcode instead.
            """
            self._ensure_finalized()
            module = self._final_module
            module.get_function(function).name = symbol
            called = [each.name for each in module.functions if each.is_declaration]
            return bytes(module.as_bitcode() if is_portable() else self._codegen._tm.emit_object(module)), called

    def _passes(state: Any) -> list[Any]:
        """Return numba's passes over a function, except the passes without effect on a kernel."""
        manager = _manager_of(state)
        manager.passes = [(each, words) for each, words in manager.passes if each.__name__ not in UNUSED]
        manager.finalize()
        return [manager]

    class _InnerCompiler(CompilerBase):
        def define_pipelines(self) -> list[Any]:
            self.state.library = _Text(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
            return _passes(self.state)

    class _OuterCompiler(CompilerBase):
        def define_pipelines(self) -> list[Any]:
            self.state.library = _Object(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
            return _passes(self.state)

    # Options for subroutines, plain functions, and functions with stored machine code. Inlining is set explicitly for
    # each function. Otherwise numba would use the setting of the function's first caller.
    INNER: dict[str, Any] = {**_OPTIONS, "pipeline_class": _InnerCompiler, "forceinline": True}
    OUTER: dict[str, Any] = {**_OPTIONS, "pipeline_class": _OuterCompiler, "forceinline": False}
    HAS_OBJECTS = True
except (ImportError, AttributeError):
    INNER = {**_OPTIONS, "pipeline_class": _PlainCompiler, "forceinline": True}
    OUTER, HAS_OBJECTS = {**_OPTIONS, "pipeline_class": _PlainCompiler}, False

_signatures: dict[Any, Any] = {}


@contextmanager
def less_work() -> Iterator[None]:
    """In this context, numba skips some of its work. The result is the same. Versions of numba without these functions
    do all of the work.
    """
    with ExitStack() as stack:
        for owner, name, made in (
            (getattr(functions, "BaseFunction", None), "get_call_type", _remember),
            (typeinfer.BuildTupleConstraint, "__call__", _of_like_numbers),
            (types.NamedTuple, "unify", _member_by_member),
            (types.NamedUniTuple, "unify", _member_by_member),
            (getattr(ir, "Loc", None), "_get_path", _path_as_it_is),
        ):
            before = getattr(owner, name, None)
            if before is not None:
                setattr(owner, name, made(before))
                stack.callback(setattr, owner, name, before)
        yield


def _remember(find: Any) -> Any:
    """Cache the result type of a numba function for given argument types.

    Otherwise numba computes this type in each round of type inference, and again when it generates code. For an
    addition of floats, it tries a dozen templates each time. The cache saves an eighth of the compilation time.
    """

    def remember(function: Any, context: Any, arguments: Any, keywords: Any) -> Any:
        if not arguments:  # types of calls without arguments may depend on the current compilation
            return find(function, context, arguments, keywords)
        key = function, tuple(arguments), tuple(dict(keywords).items())
        try:
            known = _signatures.get(key)
        except TypeError:  # a constant slice is not hashable
            return find(function, context, arguments, keywords)
        if known is None:
            known = find(function, context, arguments, keywords)
            if known is not None:
                _signatures[key] = known
        return known

    return remember


def _path_as_it_is(find: Any) -> Any:
    """Return the path of a source file without use of the current folder.

    numba derives the path from the current folder, which may no longer exist. numba does this even for errors that it
    handles itself.
    """
    return lambda place: place.filename


def _of_like_numbers(constrain: Any) -> Any:
    """Convert a tuple of floats and duals to a tuple of duals. An index can select a member only if all members have
    the same type.
    """

    def constrain_alike(constraint: Any, inference: Any) -> None:
        kinds = tuple(inference.typevars[item.name].getone() for item in constraint.items if _is_known(inference, item))
        liked = promote(kinds)
        if len(kinds) == len(constraint.items) and liked != kinds:
            inference.add_type(constraint.target, types.UniTuple(liked[0], len(liked)), loc=constraint.loc)
        else:
            constrain(constraint, inference)

    return constrain_alike


def _member_by_member(unify: Any) -> Any:
    """Unify named tuples member by member. A float and a dual become a dual."""

    def unify_members(one: Any, context: Any, other: Any) -> Any:
        if isinstance(other, types.BaseNamedTuple) and getattr(other, "instance_class", None) is one.instance_class:
            kinds = [context.unify_pairs(a, b) for a, b in zip(list(one), list(other), strict=True)]  # type: ignore[call-overload]  # numba: no types
            if None not in kinds:
                return named_tuple_of(kinds, one.instance_class)
        return unify(one, context, other)

    return unify_members


def _is_known(inference: Any, item: Any) -> bool:
    return bool(inference.typevars[item.name].defined)
