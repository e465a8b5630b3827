import { Button } from '@mantine/core'
import { Link, type LinkProps } from 'react-router'
import { type LookOf, withIcon } from './text-button.tsx'

export const LinkButton = (props: LookOf<LinkProps>) => <Button component={Link} {...withIcon(props)} />
