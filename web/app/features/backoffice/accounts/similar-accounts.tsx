import { Button } from '@mantine/core'
import { IconArrowsJoin } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { AccountDetail } from '#contract/backoffice/accounts.ts'
import { ACCOUNT_RECORD_PATH, MERGE_PATH, pathTo } from '../../../paths.ts'
import { FormSection } from '../../../ui/form-section.tsx'
import classes from '../backoffice.module.css'
import { AccountStatus } from './account-status.tsx'

/** Accounts that may be the same person's: same name, same birthday. */
export function SimilarAccounts({ account }: { account: AccountDetail }) {
  return (
    <FormSection
      title="Possíveis duplicatas"
      description="Mesmo nome e mesma data de nascimento. Confira antes de unificar: homônimos existem."
    >
      <ul className={classes.records}>
        {account.similar_accounts.map((other) => (
          <li key={other.id}>
            <span className={classes.lines}>
              <Link to={pathTo(ACCOUNT_RECORD_PATH, other.id)} className={classes.name}>
                {other.email}
              </Link>
              <span className={`${classes.minor} numbers`}>
                {other.masked_cpf ? `CPF ${other.masked_cpf}` : 'Sem CPF'}
              </span>
            </span>
            <span className={classes.chips}>
              <AccountStatus account={other} />
              <Button
                component={Link}
                to={`${pathTo(MERGE_PATH, account.id)}?com=${other.id}`}
                variant="default"
                size="compact-md"
                leftSection={<IconArrowsJoin size={18} aria-hidden />}
                aria-label={`Unificar com ${other.email}`}
              >
                Unificar
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </FormSection>
  )
}
