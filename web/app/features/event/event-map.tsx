import { mapEmbedUrl } from '#contract/maps.ts'
import classes from './event-map.module.css'
import { externalUrl } from './external-url.ts'

interface EventMapProps {
  url: string | null
  title: string
}

/** Whether there is a map to show, or at least to link to. */
export const hasMap = (url: string | null): boolean => externalUrl(url) !== null

/** Maps of known hosts are embedded; any other address is only linked to. */
export function EventMap({ url, title }: EventMapProps) {
  const embed = mapEmbedUrl(url)
  const link = externalUrl(url)
  return embed ? (
    <iframe
      src={embed}
      title={`Mapa de ${title}`}
      loading="lazy"
      referrerPolicy="no-referrer-when-downgrade"
      allowFullScreen
      className={classes.map}
    />
  ) : (
    link && (
      <a href={link} target="_blank" rel="noreferrer" className={classes.link}>
        Abrir o mapa
      </a>
    )
  )
}
