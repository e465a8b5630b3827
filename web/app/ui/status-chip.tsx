import { Badge } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconInfoCircle,
  IconRotate,
  type TablerIcon,
} from '@tabler/icons-react'

export type Tone = 'success' | 'warning' | 'error' | 'info' | 'primary' | 'secondary' | 'neutral'

interface StatusChipProps {
  tone: Tone
  /** The status in words; colour and icon only support it. */
  children: string
  /** Replaces the tone's icon. */
  icon?: TablerIcon
}

const LOOK: Record<Tone, { color: string; icon: TablerIcon }> = {
  success: { color: 'green', icon: IconCircleCheck },
  warning: { color: 'yellow', icon: IconClock },
  error: { color: 'red', icon: IconCircleX },
  info: { color: 'blue', icon: IconInfoCircle },
  primary: { color: 'primary', icon: IconCircleCheck },
  secondary: { color: 'pink', icon: IconRotate },
  neutral: { color: 'gray', icon: IconAlertTriangle },
}

export function StatusChip({ tone, children, icon }: StatusChipProps) {
  const { color, icon: ToneIcon } = LOOK[tone]
  const Icon = icon ?? ToneIcon
  return (
    <Badge
      color={color}
      variant="light"
      size="lg"
      radius="xl"
      tt="none"
      fw={600}
      leftSection={<Icon size={16} aria-hidden />}
    >
      {children}
    </Badge>
  )
}
