import { IconShirtSport } from '@tabler/icons-react'
import { useId } from 'react'
import type { PublicProduct } from '#contract/event.ts'
import { toCents } from '#contract/money.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { Money } from '../../ui/money.tsx'
import { OptionCard } from '../../ui/option.tsx'
import { storedFile } from '../../ui/stored-file.ts'
import { Price } from '../event/price.tsx'
import classes from './kit-cards.module.css'

interface KitCardsProps {
  kits: readonly PublicProduct[]
  chosen: number | null
  problem: string | undefined
  onChoose: (id: number) => void
}

export function KitCards({ kits, chosen, problem, onChoose }: KitCardsProps) {
  const name = useId()
  return (
    <ChoiceGroup
      legend="Kit"
      layout="pictures"
      help={kits.length === 0 && 'Nenhum kit disponível para essa categoria.'}
      problem={problem}
    >
      {kits.map((kit) => (
        <OptionCard
          key={kit.id}
          name={name}
          checked={kit.id === chosen}
          disabled={kit.sold_out}
          onChoose={() => onChoose(kit.id)}
          media={<KitPicture path={kit.product_image} />}
          price={kit.sold_out ? 'Esgotado' : <KitPrice kit={kit} />}
        >
          <strong>{kit.name}</strong>
          {kit.description && <small>{kit.description}</small>}
        </OptionCard>
      ))}
    </ChoiceGroup>
  )
}

function KitPicture({ path }: { path: string | null }) {
  const src = storedFile(path)
  return (
    <span className={classes.picture}>
      {src ? (
        <img src={src} alt="" width={80} height={80} loading="lazy" />
      ) : (
        <IconShirtSport size={40} stroke={1.5} aria-hidden />
      )}
    </span>
  )
}

/** Its value and, when the participant pays it, the fee that comes on top. */
function KitPrice({ kit: { value, calculated } }: { kit: PublicProduct }) {
  const hasFee = calculated.is_fee_charged_to_participant && (toCents(calculated.service_fee) ?? 0) > 0
  return (
    <>
      <b>
        <Price value={value} />
      </b>{' '}
      {hasFee && (
        <small className={classes.fee}>
          + <Money value={calculated.service_fee} /> de taxa
        </small>
      )}
    </>
  )
}
