import { useEffect, useState } from 'react'

/** The milliseconds until an ISO 8601 instant, each second. Calls `onOver` once, at its end. */
export function useTimeLeft(until: string, onOver: () => void): number {
  const end = new Date(until).getTime()
  const [left, setLeft] = useState(() => end - Date.now())
  const isOver = left <= 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setLeft(end - Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [end, isOver])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the time is over
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver])
  return left
}
