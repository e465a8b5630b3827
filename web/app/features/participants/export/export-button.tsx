import { Button } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../../use-may.ts'
import type { ParticipantFilters } from '../list/filters.ts'
import { ExportDialog } from './export-dialog.tsx'

interface ExportButtonProps {
  eventId: number
  userId: number
  filters: ParticipantFilters
  /** The number of registrations that match the filters; undefined while loading. */
  found: { total: number } | undefined
}

/** 'Exportar', for people who may export participants. */
export function ExportButton(props: ExportButtonProps) {
  const [open, setOpen] = useState(false)
  if (!useMay('export-listing-participants')) return null
  return (
    <>
      <Button leftSection={<IconFileDownload size={20} aria-hidden />} onClick={() => setOpen(true)}>
        Exportar
      </Button>
      <ExportDialog open={open} onClose={() => setOpen(false)} {...props} />
    </>
  )
}
