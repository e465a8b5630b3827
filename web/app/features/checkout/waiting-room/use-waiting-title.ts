import { useEffect } from 'react'
import { countWords } from '#contract/words.ts'

/** Shows the people ahead in the tab's title; when the queue is over, says so until the tab is visible. */
export function useWaitingTitle(ahead: number | null): void {
  useEffect(() => {
    const before = document.title
    return () => {
      const restore = () => {
        document.title = before
      }
      if (document.hidden) document.addEventListener('visibilitychange', restore, { once: true })
      else restore()
    }
  }, [])
  useEffect(() => {
    if (ahead === null) document.title = 'Fila de espera'
    else if (ahead === 0) document.title = 'É a sua vez!'
    else document.title = `${countWords(ahead)} na frente · Fila de espera`
  }, [ahead])
}
