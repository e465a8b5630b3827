import { Checkbox, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { stored } from '#web/storage/browser-storage.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { COLUMNS } from './participant-columns.tsx'
import classes from './participants.module.css'

/** All but the participant's name can be hidden. */
const CHOOSABLE = COLUMNS.filter(({ title }) => !title)
type ShownColumns = Partial<Record<string, boolean>>

const chosen = stored<ShownColumns>('participant-columns', () => true)

/** The columns that the user shows or hides in this browser; others are shown unless `isHidden`. */
export function useShownColumns() {
  const [shown, setShown] = useState<ShownColumns>(() => chosen.read() ?? {})
  return {
    isShown: (column: string): boolean =>
      shown[column] ?? !CHOOSABLE.find(({ key }) => key === column)?.isHidden,
    show: (column: string, on: boolean) => {
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
        <TextButton variant="default" className={classes.columns} aria-haspopup="dialog" icon={IconColumns3}>
          Colunas
        </TextButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Colunas da lista">
        <div className={classes.columnList}>
          {CHOOSABLE.map(({ key, header }) => (
            <Checkbox
              key={key}
              label={header}
              checked={isShown(key)}
              onChange={(event) => show(key, event.currentTarget.checked)}
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
