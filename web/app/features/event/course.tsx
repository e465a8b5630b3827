import type { Course } from '#contract/event/course.ts'
import { storedFile } from '#web/ui/stored-file.ts'
import classes from './page/modalities.module.css'

interface CourseProps {
  course: Course
  name: string
}

const kilometres = (metres: number): string => `${String(Math.round(metres / 10) / 100).replace('.', ',')} km`

/** Drawn by the server, so that no other site is contacted until the visitor opens the external map. */
export function CourseView({ course: { length_m, ascent_m, lat, lon, gpx, drawing }, name }: CourseProps) {
  const facts = kilometres(length_m) + (ascent_m === null ? '' : ` · ${ascent_m} m de subida`)
  return (
    <figure className={classes.course}>
      <img
        src={storedFile(drawing) ?? ''}
        alt={`Percurso de ${name}, ${facts}`}
        width={1000}
        height={ascent_m === null ? 560 : 800}
        loading="lazy"
      />
      <figcaption>
        <p>{facts}</p>
        <a href={storedFile(gpx) ?? ''} download>
          Baixar GPX
        </a>
        <a
          href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=16/${lat}/${lon}`}
          target="_blank"
          rel="noreferrer"
        >
          Largada no mapa
          <span className="sr-only"> (abre em outra janela)</span>
        </a>
      </figcaption>
    </figure>
  )
}
