import { Skeleton } from '@mantine/core'
import { PageHeader } from '../../../ui/page-header.tsx'
import classes from './edit.module.css'

const LINES = ['Modalidade', 'Categoria', 'Produto', 'Tamanho', 'Pagamento']

export function EditSkeleton() {
  return (
    <div aria-busy="true">
      <PageHeader title="Editar Inscrição" description="Carregando dados do registro..." />
      <div className={classes.panels} aria-hidden>
        {['Detalhes Atuais', 'Nova Seleção'].map((title) => (
          <div key={title} className={classes.panel}>
            <Skeleton height={24} width="40%" mb="lg" />
            {LINES.map((line) => (
              <Skeleton key={line} height={44} mb="md" />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
