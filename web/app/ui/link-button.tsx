import { Button, type ButtonProps } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { Link, type LinkProps } from 'react-router'

type LinkButtonProps = Omit<ButtonProps, 'leftSection'> &
  Omit<LinkProps, keyof ButtonProps> & { icon?: TablerIcon }

/** A link that looks like a button. */
export const LinkButton = ({ icon: Icon, ...props }: LinkButtonProps) => (
  <Button component={Link} leftSection={Icon && <Icon size={20} aria-hidden />} {...props} />
)
