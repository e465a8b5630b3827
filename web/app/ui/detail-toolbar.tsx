import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconDeviceFloppy, IconDots, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import classes from './toolbar.module.css'

export interface ToolbarAction {
  onClick?: () => void
  /** Id of the form that the button submits. */
  form?: string
  busy?: boolean
  disabled?: boolean
  /** Set while it is unknown whether the button will be shown. A skeleton reserves its space. */
  loading?: boolean
  label?: string
}

interface DetailToolbarProps {
  save?: ToolbarAction
  /** Hidden on small and medium screens. */
  saveAndClose?: ToolbarAction
  remove?: ToolbarAction
  /** Hidden on small screens. */
  create?: ToolbarAction & { to?: string }
  back?: ({ to: string } | { onClick: () => void }) & { loading?: boolean }
  children?: ReactNode
  /** Seldom used actions, shown after 'Mais ações' is pressed. */
  more?: ReactNode
}

export function DetailToolbar({
  save,
  saveAndClose,
  remove,
  create,
  back,
  children,
  more,
}: DetailToolbarProps) {
  const [showsMore, setShowsMore] = useState(false)
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Ações do registro">
      <ActionButton saves action={save} label="Salvar" icon={<IconDeviceFloppy size={20} />} />
      <ActionButton
        action={saveAndClose}
        label="Salvar e Fechar"
        variant="light"
        className={classes.wideOnly}
      />
      {children}
      <ActionButton
        action={create}
        label="Novo"
        variant="default"
        icon={<IconPlus size={20} />}
        className={classes.notSmall}
      />
      <ActionButton
        action={remove}
        label="Apagar"
        variant="subtle"
        color="red"
        icon={<IconTrash size={20} />}
      />
      {more && (
        <Button
          variant="default"
          leftSection={<IconDots size={20} />}
          aria-expanded={showsMore}
          onClick={() => setShowsMore((shows) => !shows)}
        >
          Mais ações
        </Button>
      )}
      {back && <BackButton back={back} />}
      {showsMore && <div className={classes.more}>{more}</div>}
    </div>
  )
}

function BackButton({ back }: { back: NonNullable<DetailToolbarProps['back']> }) {
  if (back.loading) return <Skeleton height={44} width={104} className={classes.end} />
  const look = {
    variant: 'default',
    leftSection: <IconArrowLeft size={20} />,
    className: classes.end,
    children: 'Voltar',
  }
  return 'to' in back ? (
    <Button component={Link} to={back.to} {...look} />
  ) : (
    <Button onClick={back.onClick} {...look} />
  )
}

interface ActionButtonProps {
  action: (ToolbarAction & { to?: string }) | undefined
  label: string
  /** Ctrl+S presses it. */
  saves?: boolean
  icon?: ReactNode
  variant?: string
  color?: string
  className?: string
}

function ActionButton({
  action,
  label,
  saves,
  icon,
  variant = 'filled',
  color,
  className,
}: ActionButtonProps) {
  if (!action) return null
  if (action.loading) return <Skeleton height={44} width={40 + label.length * 8} className={className} />
  const look = {
    variant,
    color,
    className,
    leftSection: icon,
    loading: action.busy,
    disabled: action.disabled,
  }
  const text = action.label ?? label
  if (action.to) {
    return (
      <Button component={Link} to={action.to} {...look}>
        {text}
      </Button>
    )
  }
  return (
    <Button
      type={action.form ? 'submit' : 'button'}
      form={action.form}
      onClick={action.onClick}
      data-save={saves}
      {...look}
    >
      {text}
    </Button>
  )
}
