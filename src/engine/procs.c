/* The table of all procedures: the only function pointers in the engine. */
#include "kernel/proc.h"

Proc *const proc_run[PROC_COUNT] = {
#define PROC(name) [PROC_##name] = name,
#include "kernel/procs.def"
#undef PROC
};
