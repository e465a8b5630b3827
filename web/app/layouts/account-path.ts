/** How one gets into the own account, whatever the role. */
export const ACCOUNT_PATH = '/minha-conta'
