import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './option.module.css'

interface OptionProps {
  name: string
  checked: boolean
  disabled?: boolean
  onChoose: () => void
  children: ReactNode
}

interface OptionCardProps extends OptionProps {
  media?: ReactNode
  price?: ReactNode
}

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
