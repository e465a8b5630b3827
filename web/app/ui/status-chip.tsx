import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconInfoCircle,
  IconRotate,
  type IconType,
} from './icons.tsx'
import classes from './status-chip.module.css'

export type Tone = 'success' | 'warning' | 'error' | 'info' | 'primary' | 'secondary' | 'neutral'

interface StatusChipProps {
  tone: Tone
  /** The text of the status; colour and icon only support it. */
  children: string
  icon?: IconType
}

const ICONS: Record<Tone, IconType> = {
  success: IconCircleCheck,
  warning: IconClock,
  error: IconCircleX,
  info: IconInfoCircle,
  primary: IconCircleCheck,
  secondary: IconRotate,
  neutral: IconAlertTriangle,
}

/** Lists style it by its class `status-chip`. */
export function StatusChip({ tone, children, icon: Icon = ICONS[tone] }: StatusChipProps) {
  return (
    <span className={`status-chip ${classes.chip}`} data-tone={tone}>
      <Icon size={16} aria-hidden />
      <span className={classes.words}>{children}</span>
    </span>
  )
}
