import { Skeleton } from '@mantine/core'
import detail from '../../../ui/detail.module.css'

const SECTIONS = [1, 2, 3]

export function ProducerSkeleton() {
  return (
    <div aria-busy>
      <h1 className="sr-only">Carregando…</h1>
      <Skeleton height={36} maw={360} mb="lg" />
      <Skeleton height={44} maw={480} mb="lg" />
      <div className={detail.sections}>
        {SECTIONS.map((section) => (
          <Skeleton key={section} height={180} radius="lg" />
        ))}
      </div>
    </div>
  )
}
