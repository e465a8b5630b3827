import { Button, Checkbox, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { stored } from '../../../browser-storage.ts'
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

const chosen = stored<ShownColumns>('participant-columns', () => true)

/** The columns somebody chose in this browser; others are as `CHOOSABLE` says. */
export function useShownColumns() {
  const [shown, setShown] = useState<ShownColumns>(() => chosen.read() ?? {})
  return {
    isShown: (column: ChoosableColumn): boolean =>
      shown[column] ?? CHOOSABLE.find(([key]) => key === column)?.[2] ?? true,
    show: (column: ChoosableColumn, on: boolean) => {
      const changed = { ...shown, [column]: on }
      setShown(changed)
      chosen.write(changed)
    },
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
