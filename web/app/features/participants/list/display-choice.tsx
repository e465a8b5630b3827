import { Checkbox, Popover, SegmentedControl } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { stored } from '#web/storage/browser-storage.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { COLUMNS } from './participant-columns.tsx'
import classes from './participants.module.css'

/** All but the participant's name can be hidden. */
const CHOOSABLE = COLUMNS.filter(({ title }) => !title)
const OPTIONAL = CHOOSABLE.filter(({ isHidden }) => isHidden)
type ShownColumns = Partial<Record<string, boolean>>

const chosenColumns = stored<ShownColumns>('participant-columns', () => true)
const chosenDensity = stored<{ compact: boolean }>('participant-density', () => true)

/** What the user shows in this browser. Columns without a choice are shown unless `isHidden`. */
export function useDisplay() {
  const [columns, setColumns] = useState<ShownColumns>(() => chosenColumns.read() ?? {})
  const [isCompact, setCompact] = useState(() => chosenDensity.read()?.compact === true)
  const isShown = (column: string): boolean => columns[column] ?? !OPTIONAL.some(({ key }) => key === column)
  return {
    isShown,
    /** Whether columns are shown that may not fit beside the others. */
    isWide: OPTIONAL.some(({ key }) => isShown(key)),
    show: (column: string, on: boolean) => {
      const changed = { ...columns, [column]: on }
      setColumns(changed)
      chosenColumns.write(changed)
    },
    isCompact,
    setCompact: (compact: boolean) => {
      setCompact(compact)
      chosenDensity.write({ compact })
    },
  }
}

type DisplayChoiceProps = Omit<ReturnType<typeof useDisplay>, 'isWide'>

export function DisplayChoice({ isShown, show, isCompact, setCompact }: DisplayChoiceProps) {
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <TextButton variant="default" className={classes.columns} aria-haspopup="dialog" icon={IconColumns3}>
          Exibição
        </TextButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Exibição da lista">
        <div className={classes.columnList}>
          <SegmentedControl
            aria-label="Altura das linhas"
            value={isCompact ? 'compact' : 'comfortable'}
            onChange={(density) => setCompact(density === 'compact')}
            data={[
              { value: 'comfortable', label: 'Confortável' },
              { value: 'compact', label: 'Compacta' },
            ]}
          />
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
