import { readFile } from 'node:fs/promises'

/** The settings of `npm start`: smaller heaps are collected sooner. */
export const AS_STARTED = ['--max-old-space-size=1024', '--max-semi-space-size=16']
/** The allocator returns the memory of decoded pictures to the system at once. */
export const AS_STARTED_ENV = {
  NODE_COMPILE_CACHE: 'node_modules/.cache/compile',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** In MB. */
export async function residentMb(pid: number | undefined): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/** The largest memory of a process and the processes that it started, in MB. */
export async function largestMb(pid: number | undefined): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const pids = [pid, ...children.split(' ').filter(Boolean).map(Number)]
  return Math.max(...(await Promise.all(pids.map(residentMb))))
}
