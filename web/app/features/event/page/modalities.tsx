import type { PublicEvent } from '#contract/event/event.ts'
import { IconRoute } from '#web/ui/icons.tsx'
import { CourseView } from '../course.tsx'
import { SoldOut } from '../event-status.tsx'
import { externalUrl } from '../external-url.ts'
import { PriceFrom } from '../price.tsx'
import classes from './modalities.module.css'

type Modality = PublicEvent['modalities'][number]
type Category = Modality['categories'][number]

export function Modalities({ modalities }: { modalities: readonly Modality[] }) {
  return (
    <ul className={classes.modalities}>
      {modalities.map((modality) => (
        <li key={modality.modality_id} className={classes.modality}>
          <div className={classes.head}>
            <h3 className={classes.name}>{modality.modality_name}</h3>
            {modality.sold_out && <SoldOut />}
          </div>
          {modality.description && <p className={classes.description}>{modality.description}</p>}
          <ModalityCourse modality={modality} />
          <ul aria-label={`Categorias de ${modality.modality_name}`}>
            {modality.categories.map((category) => (
              <CategoryRow
                key={category.category_id}
                category={category}
                soldOut={category.sold_out && !modality.sold_out}
              />
            ))}
          </ul>
        </li>
      ))}
    </ul>
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

/** `soldOut` is false when the whole distance is already marked as sold out. */
function CategoryRow({ category, soldOut }: { category: Category; soldOut: boolean }) {
  const route = externalUrl(category.route)
  return (
    <li className={classes.category} data-sold-out={category.sold_out || undefined}>
      <div className={classes.words}>
        <span className={classes.categoryName}>{category.category_name}</span>
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
