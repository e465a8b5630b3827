import { Button, type ButtonProps } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'

/** The props of an element that looks like a button with a label and an optional icon before it. */
export type LookOf<Props> = Omit<ButtonProps, 'leftSection'> &
  Omit<Props, keyof ButtonProps> & { icon?: TablerIcon }

export const withIcon = <Props extends LookOf<unknown>>({ icon: Icon, ...props }: Props) => ({
  ...props,
  leftSection: Icon && <Icon size={props.size && props.size !== 'lg' ? 18 : 20} aria-hidden />,
})

export const TextButton = (props: LookOf<ComponentPropsWithRef<'button'>>) => <Button {...withIcon(props)} />

/** A link to a file or another site that looks like a button. */
export const AnchorButton = (props: LookOf<ComponentPropsWithRef<'a'>>) => (
  <Button component="a" {...withIcon(props)} />
)
