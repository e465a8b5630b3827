import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './option.module.css'

interface OptionProps {
  /** The name of the group, the same for all its options. */
  name: string
  checked: boolean
  disabled?: boolean
  onChoose: () => void
  children: ReactNode
}

interface OptionCardProps extends OptionProps {
  /** On the left, for example a picture. */
  media?: ReactNode
  /** At the bottom right, for example the price. */
  price?: ReactNode
}

/** A radio button as a large card. */
export function OptionCard({ media, price, children, ...radio }: OptionCardProps) {
  const id = useId()
  return (
    <label htmlFor={id} className={classes.card} {...stateOf(radio)}>
      <Radio id={id} {...radio} />
      {media}
      <span className={classes.body}>
        <span className={classes.words}>{children}</span>
        {price && <span className={classes.price}>{price}</span>}
      </span>
      <span className={classes.mark} aria-hidden>
        <IconCheck size={16} stroke={3.5} />
      </span>
    </label>
  )
}

/** A radio button as a chip. */
export function OptionChip({ children, ...radio }: OptionProps) {
  const id = useId()
  return (
    <label htmlFor={id} className={classes.chip} {...stateOf(radio)}>
      <Radio id={id} {...radio} />
      {children}
    </label>
  )
}

const stateOf = ({ checked, disabled }: Omit<OptionProps, 'children'>) => ({
  'data-checked': checked || undefined,
  'data-disabled': disabled || undefined,
})

interface RadioProps extends Omit<OptionProps, 'children'> {
  id: string
}

const Radio = ({ onChoose, ...props }: RadioProps) => (
  <input type="radio" className={classes.radio} onChange={onChoose} {...props} />
)
