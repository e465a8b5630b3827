import { IconBulb } from '@tabler/icons-react'
import { useFormContext } from 'react-hook-form'
import { MaskedField } from '../../ui/masked-field.tsx'
import type { FeeText } from './fee-texts.ts'
import type { FeeValues } from './fee-values.ts'
import classes from './fees.module.css'

const LOCKED = { readOnly: true, variant: 'filled' } as const

interface FeeCardProps {
  fee: FeeText
  example: string
  /** The enterprise's floor or ceiling, in words. */
  bound: string | null
  readOnly: boolean
}

/** One fee: its amount, what it is, and what it comes to. */
export function FeeCard({ fee, example, bound, readOnly }: FeeCardProps) {
  const { control } = useFormContext<FeeValues>()
  return (
    <div className={classes.fee}>
      <MaskedField
        control={control}
        name={fee.name}
        mask={fee.mask}
        label={fee.label}
        description={bound ? `${fee.help} ${bound}` : fee.help}
        {...(readOnly && LOCKED)}
        autoComplete="off"
        className={classes.field}
      />
      <p className={classes.example}>
        <IconBulb size={20} aria-hidden />
        <span>{example}</span>
      </p>
    </div>
  )
}
