import { type KeyboardEvent, useState } from 'react'
import type { IsoDate } from '#contract/dates.ts'
import type { PublicEvent } from '#contract/event/event.ts'
import { listWords } from '#contract/words.ts'
import { IconRoute } from '#web/ui/icons.tsx'
import { CourseView } from '../course.tsx'
import { agesOn, runnersWords, saysRule } from '../eligibility-words.ts'
import { SoldOut } from '../event-status.tsx'
import { externalUrl } from '../external-url.ts'
import { PriceFrom } from '../price.tsx'
import classes from './modalities.module.css'

type Modality = PublicEvent['modalities'][number]
type Category = Modality['categories'][number]

interface ModalitiesProps {
  event: Pick<PublicEvent, 'modalities' | 'date_event' | 'age_reference'>
}

const tabId = ({ modality_id }: Modality): string => `modalidade-${modality_id}`
const panelId = (modality: Modality): string => `${tabId(modality)}-painel`

/** One modality at a time, chosen by tabs. Without scripts all of them are shown, one below the other. */
export function Modalities({ event: { modalities, ...event } }: ModalitiesProps) {
  const day = agesOn(event)
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = modalities.find(({ modality_id }) => modality_id === chosen) ?? modalities[0]
  if (!shown) return null
  if (modalities.length === 1)
    return (
      <div className={classes.modality}>
        <ModalityDetails modality={shown} day={day} />
      </div>
    )
  return (
    <>
      <Tabs modalities={modalities} shown={shown} onShow={(modality) => setChosen(modality.modality_id)} />
      {modalities.map((modality) => (
        <div
          key={modality.modality_id}
          role="tabpanel"
          id={panelId(modality)}
          aria-labelledby={tabId(modality)}
          className={classes.modality}
          data-idle={modality !== shown || undefined}
        >
          <ModalityDetails modality={modality} day={day} />
        </div>
      ))}
    </>
  )
}

interface TabsProps {
  modalities: readonly Modality[]
  shown: Modality
  onShow: (modality: Modality) => void
}

function Tabs({ modalities, shown, onShow }: TabsProps) {
  const at = modalities.indexOf(shown)
  const press = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key]
    const next = to === undefined ? undefined : modalities.at(to % modalities.length)
    if (!next) return
    event.preventDefault()
    onShow(next)
    document.getElementById(tabId(next))?.focus()
  }
  return (
    <div role="tablist" aria-label="Modalidades" className={classes.tabs}>
      {modalities.map((modality) => (
        <button
          key={modality.modality_id}
          type="button"
          role="tab"
          id={tabId(modality)}
          aria-controls={panelId(modality)}
          aria-selected={modality === shown}
          tabIndex={modality === shown ? 0 : -1}
          className={classes.tab}
          onClick={() => onShow(modality)}
          onKeyDown={press}
        >
          {modality.modality_name}
          {modality.sold_out && <small> esgotado</small>}
        </button>
      ))}
    </div>
  )
}

interface ModalityProps {
  modality: Modality
  /** The day on which ages count. */
  day: IsoDate | null
}

function ModalityDetails({ modality, day }: ModalityProps) {
  const { modality_name: name, categories } = modality
  const runners = runnersWords(modality, day)
  const drawing = drawingOf(modality)
  const route = sharedRoute(categories)
  return (
    <>
      <div className={classes.head}>
        <h3 className={classes.name}>{name}</h3>
        {modality.sold_out && <SoldOut />}
      </div>
      {runners && <p className={classes.description}>{runners}</p>}
      {modality.description && <p className={classes.description}>{modality.description}</p>}
      <div className={classes.parts}>
        {modality.course ? (
          <CourseView course={modality.course} name={name} />
        ) : (
          drawing && <StoredDrawing drawing={drawing} name={name} />
        )}
        <ul aria-label={`Categorias de ${name}`} className={classes.groups}>
          {byPrice(categories).map(({ price, price_varies, among }) => (
            <li key={`${price} ${price_varies}`} className={classes.group}>
              {price && (
                <p className={classes.price}>
                  <PriceFrom value={price} varies={price_varies} />
                </p>
              )}
              <ul className={classes.categories}>
                {among.map((category) => (
                  <CategoryItem
                    key={category.category_id}
                    category={category}
                    runners={saysRule(category.category_name, category) ? null : runnersWords(category, day)}
                    soldOut={category.sold_out && !modality.sold_out}
                    route={route ? null : category.route}
                  />
                ))}
              </ul>
            </li>
          ))}
          {route && (
            <li>
              <RouteLink route={route} of={name} />
            </li>
          )}
        </ul>
      </div>
    </>
  )
}

interface PriceGroup extends Pick<Category, 'price' | 'price_varies'> {
  among: Category[]
}

/** Categories at the same price say it once. */
function byPrice(categories: readonly Category[]): PriceGroup[] {
  const groups: PriceGroup[] = []
  for (const category of categories) {
    const { price, price_varies } = category
    const group = groups.find((each) => each.price === price && each.price_varies === price_varies)
    if (group) group.among.push(category)
    else groups.push({ price, price_varies, among: [category] })
  }
  return groups
}

/** The route of several categories, if they all have the same. */
const sharedRoute = ([first, ...others]: readonly Category[]): string | null =>
  first && others.length > 0 && others.every(({ route }) => route === first.route) ? first.route : null

/** Matches stored files only: loading a picture from another site would reveal the visitor to it. */
const DRAWING = /^[\w-]+(\/[\w-]+)*\.(svg|jpe?g|png|webp|avif)$/

/** The drawing that all categories share. */
function drawingOf({ categories }: Modality): string | null {
  const [drawing, ...others] = new Set(categories.map(({ route }) => route))
  return drawing && others.length === 0 && DRAWING.test(drawing) ? externalUrl(drawing) : null
}

const StoredDrawing = ({ drawing, name }: { drawing: string; name: string }) => (
  <a href={drawing} target="_blank" rel="noreferrer" className={classes.drawing}>
    <img
      src={drawing}
      alt={`Percurso de ${name} (abre em outra janela)`}
      width={1200}
      height={900}
      loading="lazy"
      decoding="async"
    />
  </a>
)

function RouteLink({ route, of }: { route: string | null; of: string }) {
  const url = externalUrl(route)
  if (!url) return null
  return (
    <a href={url} target="_blank" rel="noreferrer" className={classes.route}>
      <IconRoute size={18} aria-hidden />
      PERCUSO
      <span className="sr-only"> de {of} (abre em outra janela)</span>
    </a>
  )
}

interface CategoryItemProps {
  category: Category
  runners: string | null
  /** False when the whole distance is already marked as sold out. */
  soldOut: boolean
  route: string | null
}

function CategoryItem({ category, runners, soldOut, route }: CategoryItemProps) {
  const { category_name: name, relay, legs, description } = category
  return (
    <li className={classes.category} data-sold-out={category.sold_out || undefined}>
      <span className={classes.categoryName}>{name}</span>
      {soldOut && <SoldOut />}
      <RouteLink route={route} of={name} />
      {relay && (
        <span className={classes.categoryText}>
          {[relay, legs.length > 0 && `trechos: ${listWords(legs)}`].filter(Boolean).join(' · ')}
        </span>
      )}
      {runners && <span className={classes.categoryText}>{runners}</span>}
      {description && <span className={classes.categoryText}>{description}</span>}
    </li>
  )
}
