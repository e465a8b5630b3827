import { useEffect, useMemo, useRef } from 'react'

const PAUSE_MS = 300

/** The first call runs at once, later ones after 300 ms without another. `cancel` drops the pending one. */
export function useDebounced<Value>(callback: (value: Value) => void) {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })

  const debounced = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = (then?: () => void) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        then?.()
      }, PAUSE_MS)
    }
    return {
      call(value: Value) {
        if (timer) return wait(() => latest.current(value))
        wait()
        latest.current(value)
      },
      cancel() {
        clearTimeout(timer)
        timer = undefined
      },
    }
  }, [])

  useEffect(() => debounced.cancel, [debounced])
  return debounced
}
