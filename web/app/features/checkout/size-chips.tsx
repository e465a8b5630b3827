import { type ReactNode, useId } from 'react'
import type { PublicProduct } from '#contract/event.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { OptionChip } from '../../ui/option.tsx'

interface SizeChipsProps {
  legend: ReactNode
  sizes: PublicProduct['shirt_sizes']
  chosen: number | null
  problem: string | undefined
  onChoose: (id: number) => void
}

/** Fewer than these are worth a word. */
const FEW = 5

export function SizeChips({ legend, sizes, chosen, problem, onChoose }: SizeChipsProps) {
  const name = useId()
  return (
    <ChoiceGroup legend={legend} layout="chips" problem={problem}>
      {sizes.map(({ id, size, quantity }) => (
        <OptionChip
          key={id}
          name={name}
          checked={id === chosen}
          disabled={quantity === 0}
          onChoose={() => onChoose(id)}
        >
          {size} <small>{left(quantity)}</small>
        </OptionChip>
      ))}
    </ChoiceGroup>
  )
}

function left(quantity: number | null): string | null {
  if (quantity === 0) return 'esgotado'
  if (quantity === null || quantity > FEW) return null
  return quantity === 1 ? 'última' : `últimas ${quantity}`
}
