import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Course } from '#contract/event/course.ts'
import { storedFile } from '#web/ui/stored-file.ts'
import { useLoaded } from '#web/ui/use-loaded.ts'
import classes from './course.module.css'
import { kilometreWords } from './kilometre-words.ts'

interface CourseProps {
  course: Course
  name: string
}

const loadHandle = async () => (await import('./course-handle.tsx')).CourseHandle

/**
 * Drawn by the server, so that no other site is contacted until the visitor opens the external map. The handle on
 * the profile loads when the drawing is in sight.
 */
export function CourseView({ course: { length_m, ascent_m, lat, lon, gpx, drawing }, name }: CourseProps) {
  const frame = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(frame)
  const CourseHandle = useLoaded(isSeen && ascent_m !== null, loadHandle)
  const src = storedFile(drawing) ?? ''
  const facts = kilometreWords(length_m) + (ascent_m === null ? '' : ` · ${ascent_m} m de subida`)
  return (
    <figure className={classes.course}>
      <div ref={frame} className={classes.drawing}>
        <img
          src={src}
          alt={`Percurso de ${name}, ${facts}`}
          width={1000}
          height={ascent_m === null ? 560 : 800}
          loading="lazy"
        />
        {CourseHandle && <CourseHandle drawing={src} lengthM={length_m} name={name} />}
      </div>
      <figcaption>
        <p>{facts}</p>
        <a
          href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=16/${lat}/${lon}`}
          target="_blank"
          rel="noreferrer"
        >
          Largada no mapa
          <span className="sr-only"> (abre em outra janela)</span>
        </a>
        <a href={storedFile(gpx) ?? ''} download>
          GPX para o relógio
        </a>
      </figcaption>
    </figure>
  )
}

/** Whether an element has been in sight. */
function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isSeen || !element.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isSeen])
  return isSeen
}
