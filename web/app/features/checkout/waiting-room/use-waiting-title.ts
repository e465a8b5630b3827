import { useEffect } from 'react'
import { countWords } from '#contract/words.ts'

/**
 * The tab's title says how many people are ahead; null before one has a number. The page's own title comes back when the queue is over and
 * the tab is seen: until then it says that it is time.
 */
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
