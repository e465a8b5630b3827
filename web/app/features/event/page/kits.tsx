import type { IsoDate } from '#contract/dates.ts'
import type { PublicEvent, PublicProduct } from '#contract/event/event.ts'
import { agesOn, runnersWords } from '../eligibility-words.ts'
import { SoldOut } from '../event-status.tsx'
import { KitPicture } from '../kit-picture.tsx'
import { KitPrice } from '../price.tsx'
import { Prose } from '../prose.tsx'
import { SizeChart } from '../size-chart.tsx'
import { kitLeftWords, sizeLeftWords } from '../stock-words.ts'
import { tierWords } from '../tier-words.ts'
import classes from './kits.module.css'

interface KitsProps {
  event: Pick<PublicEvent, 'products' | 'date_event' | 'age_reference'>
  today: IsoDate
}

export function Kits({ event, today }: KitsProps) {
  const ages = agesOn(event)
  const shared = sharedSizes(event.products)
  return (
    <>
      <ul className={classes.kits}>
        {event.products.map((product) => (
          <Kit
            key={product.id}
            product={product}
            kits={event.products}
            runners={runnersWords(product, ages)}
            tier={product.sold_out ? null : tierWords(product, today)}
            hasChart={!shared}
          />
        ))}
      </ul>
      {shared && <SizeChart sizes={shared} />}
    </>
  )
}

/** The shirt sizes if they have the same measures in all kits; otherwise null. */
function sharedSizes(kits: readonly PublicProduct[]): PublicProduct['shirt_sizes'] | null {
  const [first, ...others] = kits.map(({ shirt_sizes }) => shirt_sizes).filter(({ length }) => length > 0)
  const measures = (sizes: PublicProduct['shirt_sizes']) =>
    sizes.map(({ size, width_cm, length_cm }) => `${size} ${width_cm} ${length_cm}`).join()
  return first && others.every((sizes) => measures(sizes) === measures(first)) ? first : null
}

interface KitProps {
  product: PublicProduct
  kits: readonly PublicProduct[]
  runners: string | null
  tier: string | null
  /** False when one chart below serves all kits. */
  hasChart: boolean
}

function Kit({ product, kits, runners, tier, hasChart }: KitProps) {
  const few = product.sold_out ? null : kitLeftWords(product)
  return (
    <li className={classes.kit}>
      <KitPicture kit={product} kits={kits} />
      <div className={classes.words}>
        <div className={classes.head}>
          <h3 className={classes.name}>{product.name}</h3>
          {product.sold_out && <SoldOut />}
        </div>
        {runners && <p className={classes.category}>{runners}</p>}
        {product.sold_in && <p className={classes.category}>Só para {product.sold_in}</p>}
        {product.description_html && <Prose html={product.description_html} />}
      </div>
      <KitSizes sizes={product.shirt_sizes} />
      {hasChart && <SizeChart sizes={product.shirt_sizes} />}
      <div className={classes.foot}>
        <p className={classes.price}>
          <KitPrice kit={product} />
        </p>
        {few && <p className={classes.few}>{few}</p>}
        {tier && <p className={classes.tier}>{tier}</p>}
      </div>
    </li>
  )
}

function KitSizes({ sizes }: { sizes: PublicProduct['shirt_sizes'] }) {
  if (sizes.length === 0) return null
  return (
    <ul className={classes.sizes} aria-label="Tamanhos">
      {sizes.map(({ id, size, quantity }) => (
        <li key={id} className={classes.size} data-gone={quantity === 0 || undefined}>
          <span>{size}</span> <span className={classes.left}>{sizeLeftWords(quantity)}</span>
        </li>
      ))}
    </ul>
  )
}
