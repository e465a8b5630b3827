import type { IsoDate } from '#contract/dates.ts'
import type { PublicEvent } from '#contract/event/event.ts'
import { listWords } from '#contract/words.ts'
import { IconRoute } from '#web/ui/icons.tsx'
import { CourseView } from '../course.tsx'
import { agesOn, runnersWords } from '../eligibility-words.ts'
import { SoldOut } from '../event-status.tsx'
import { externalUrl } from '../external-url.ts'
import { PriceFrom } from '../price.tsx'
import classes from './modalities.module.css'

type Modality = PublicEvent['modalities'][number]
type Category = Modality['categories'][number]

interface ModalitiesProps {
  event: Pick<PublicEvent, 'modalities' | 'date_event' | 'age_reference'>
}

export function Modalities({ event }: ModalitiesProps) {
  const day = agesOn(event)
  return (
    <ul className={classes.modalities}>
      {event.modalities.map((modality) => (
        <ModalityItem key={modality.modality_id} modality={modality} day={day} />
      ))}
    </ul>
  )
}

interface ModalityItemProps {
  modality: Modality
  /** The day on which ages count. */
  day: IsoDate | null
}

function ModalityItem({ modality, day }: ModalityItemProps) {
  const runners = runnersWords(modality, day)
  return (
    <li className={classes.modality}>
      <div className={classes.head}>
        <h3 className={classes.name}>{modality.modality_name}</h3>
        {modality.sold_out && <SoldOut />}
      </div>
      {runners && <p className={classes.description}>{runners}</p>}
      {modality.description && <p className={classes.description}>{modality.description}</p>}
      <ModalityCourse modality={modality} />
      <ul aria-label={`Categorias de ${modality.modality_name}`}>
        {modality.categories.map((category) => (
          <CategoryRow
            key={category.category_id}
            category={category}
            runners={runnersWords(category, day)}
            soldOut={category.sold_out && !modality.sold_out}
          />
        ))}
      </ul>
    </li>
  )
}

/** The course from its GPX file, otherwise the drawing if all categories share one. */
function ModalityCourse({ modality: { course, categories, modality_name: name } }: { modality: Modality }) {
  if (course) return <CourseView course={course} name={name} />
  const [drawing, ...others] = new Set(categories.map(({ route }) => route))
  if (!drawing || others.length > 0 || !DRAWING.test(drawing)) return null
  return (
    <a href={externalUrl(drawing) ?? undefined} target="_blank" rel="noreferrer" className={classes.drawing}>
      <img
        src={externalUrl(drawing) ?? undefined}
        alt={`Percurso de ${name} (abre em outra janela)`}
        width={1200}
        height={900}
        loading="lazy"
        decoding="async"
      />
    </a>
  )
}

/** Matches stored files only: loading a picture from another site would reveal the visitor to it. */
const DRAWING = /^[\w-]+(\/[\w-]+)*\.(svg|jpe?g|png|webp|avif)$/

interface CategoryRowProps {
  category: Category
  runners: string | null
  /** False when the whole distance is already marked as sold out. */
  soldOut: boolean
}

function CategoryRow({ category, runners, soldOut }: CategoryRowProps) {
  const route = externalUrl(category.route)
  const { relay } = category
  return (
    <li className={classes.category} data-sold-out={category.sold_out || undefined}>
      <div className={classes.words}>
        <span className={classes.categoryName}>{category.category_name}</span>
        {relay && (
          <span className={classes.categoryText}>
            {[relay, category.legs.length > 0 && `trechos: ${listWords(category.legs)}`]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
        {runners && <span className={classes.categoryText}>{runners}</span>}
        {category.description && <span className={classes.categoryText}>{category.description}</span>}
      </div>
      {(route || soldOut) && (
        <div className={classes.extras}>
          {route && (
            <a href={route} target="_blank" rel="noreferrer" className={classes.route}>
              <IconRoute size={18} aria-hidden />
              PERCUSO
              <span className="sr-only"> de {category.category_name} (abre em outra janela)</span>
            </a>
          )}
          {soldOut && <SoldOut />}
        </div>
      )}
      {category.price && (
        <p className={classes.price}>
          <PriceFrom value={category.price} varies={category.price_varies} />
        </p>
      )}
    </li>
  )
}
