import { useEffect, useState } from 'react'
import { mapProbeUrl } from '#contract/maps.ts'
import classes from './when-and-where.module.css'

/** A host that does not answer within this time is treated as blocked. */
const PATIENCE_MS = 10_000

/**
 * The map loads only on request, because its host sees the visitor. A browser shows a picture of its own in a frame
 * whose host is blocked, and a page cannot notice that. So a script asks the host first.
 */
export function EventMap({ url, title }: { url: string; title: string }) {
  const [answers, setAnswers] = useState<boolean | null>(null)
  useEffect(() => {
    const closed = new AbortController()
    const timer = setTimeout(() => closed.abort(), PATIENCE_MS)
    let current = true
    fetch(mapProbeUrl(new URL(url).origin), {
      mode: 'no-cors',
      credentials: 'omit',
      signal: closed.signal,
    })
      .then(
        () => true,
        () => false,
      )
      .then((found) => {
        clearTimeout(timer)
        if (current) setAnswers(found)
      })
    return () => {
      current = false
      clearTimeout(timer)
      closed.abort()
    }
  }, [url])
  if (answers)
    return (
      <iframe
        src={url}
        title={`Mapa de ${title}`}
        referrerPolicy="no-referrer-when-downgrade"
        allowFullScreen
        className={classes.map}
      />
    )
  return (
    <p role="status" className={classes.map}>
      {answers === null
        ? 'Carregando o mapa…'
        : 'O mapa não abriu aqui. Tente no site dele, em “Abrir no mapa”.'}
    </p>
  )
}
