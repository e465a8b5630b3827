import { Button, Checkbox, Popover } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconColumns3 } from '@tabler/icons-react'
import classes from './participants.module.css'

/** The columns that may be hidden, in their order, and whether they are shown until somebody chooses. */
const CHOOSABLE = [
  ['category', 'Prova', true],
  ['product', 'Produto', true],
  ['value', 'Valor', true],
  ['payment', 'Pagamento', true],
  ['status', 'Inscrição', true],
  ['phone', 'Telefone', false],
  ['created', 'Inscrito em', false],
] as const
type ChoosableColumn = (typeof CHOOSABLE)[number][0]
type ShownColumns = Partial<Record<ChoosableColumn, boolean>>

export const isChoosable = (key: string): key is ChoosableColumn => CHOOSABLE.some(([one]) => one === key)

/** The columns somebody chose in this browser; others are as `CHOOSABLE` says. */
export function useShownColumns() {
  const [shown, setShown] = useLocalStorage<ShownColumns>({
    key: 'participant-columns',
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  return {
    isShown: (column: ChoosableColumn): boolean =>
      shown[column] ?? CHOOSABLE.find(([key]) => key === column)?.[2] ?? true,
    show: (column: ChoosableColumn, on: boolean) => setShown({ ...shown, [column]: on }),
  }
}

export function ColumnChoice({ isShown, show }: ReturnType<typeof useShownColumns>) {
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <Button
          variant="default"
          className={classes.columns}
          aria-haspopup="dialog"
          leftSection={<IconColumns3 size={20} aria-hidden />}
        >
          Colunas
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Colunas da lista">
        <div className={classes.columnList}>
          {CHOOSABLE.map(([key, label]) => (
            <Checkbox
              key={key}
              label={label}
              checked={isShown(key)}
              onChange={(event) => show(key, event.currentTarget.checked)}
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
