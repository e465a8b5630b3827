import type { IsoDate } from '#contract/dates.ts'
import type { PublicEvent, PublicProduct } from '#contract/event/event.ts'
import { countWords } from '#contract/words.ts'
import { agesOn, runnersWords } from '../eligibility-words.ts'
import { EventPicture } from '../event-picture.tsx'
import { SoldOut } from '../event-status.tsx'
import { KitPrice } from '../price.tsx'
import { Prose } from '../prose.tsx'
import { SizeChart } from '../size-chart.tsx'
import { tierWords } from '../tier-words.ts'
import classes from './kits.module.css'

interface KitsProps {
  event: Pick<PublicEvent, 'products' | 'date_event' | 'age_reference'>
  today: IsoDate
}

export function Kits({ event, today }: KitsProps) {
  const ages = agesOn(event)
  return (
    <ul className={classes.kits}>
      {event.products.map((product) => (
        <Kit
          key={product.id}
          product={product}
          runners={runnersWords(product, ages)}
          tier={product.sold_out ? null : tierWords(product, today)}
        />
      ))}
    </ul>
  )
}

interface KitProps {
  product: PublicProduct
  runners: string | null
  tier: string | null
}

function Kit({ product, runners, tier }: KitProps) {
  return (
    <li className={classes.kit}>
      {product.product_image && (
        <div className={classes.picture}>
          <EventPicture picture={null} path={product.product_image} alt="" sizes="24rem" />
        </div>
      )}
      <div className={classes.words}>
        <div className={classes.head}>
          <h3 className={classes.name}>{product.name}</h3>
          {product.sold_out && <SoldOut />}
        </div>
        {runners && <p className={classes.category}>{runners}</p>}
        {product.sold_in && <p className={classes.category}>Só para {product.sold_in}</p>}
        {product.description_html && <Prose html={product.description_html} />}
        <KitSizes sizes={product.shirt_sizes} />
        <SizeChart sizes={product.shirt_sizes} />
        <div className={classes.foot}>
          <p className={classes.price}>
            <KitPrice kit={product} />
          </p>
          {tier && <p className={classes.tier}>{tier}</p>}
        </div>
      </div>
    </li>
  )
}

/** Sizes with at most this quantity left show the number. */
const FEW = 10

function KitSizes({ sizes }: { sizes: PublicProduct['shirt_sizes'] }) {
  if (sizes.length === 0) return null
  return (
    <ul className={classes.sizes} aria-label="Tamanhos">
      {sizes.map(({ id, size, quantity }) => (
        <li key={id} className={classes.size} data-gone={quantity === 0 || undefined}>
          <span>{size}</span> <span className={classes.left}>{leftWords(quantity)}</span>
        </li>
      ))}
    </ul>
  )
}

function leftWords(quantity: number | null): string | null {
  if (quantity === 0) return 'esgotado'
  if (quantity === null || quantity > FEW) return null
  return quantity === 1 ? 'resta 1' : `restam ${countWords(quantity)}`
}
