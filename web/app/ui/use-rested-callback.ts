import { useEffect, useMemo, useRef } from 'react'

const REST_MS = 300

/**
 * For what is typed: the first call is passed on at once, the ones that follow only when 300 ms went by without another.
 * `cancel` forgets the one that waits.
 */
export function useRestedCallback<Value>(callback: (value: Value) => void) {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })

  const rested = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const rest = (then?: () => void) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        then?.()
      }, REST_MS)
    }
    return {
      call(value: Value) {
        if (timer) return rest(() => latest.current(value))
        rest()
        latest.current(value)
      },
      cancel() {
        clearTimeout(timer)
        timer = undefined
      },
    }
  }, [])

  useEffect(() => rested.cancel, [rested])
  return rested
}
