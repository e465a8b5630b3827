-- Questions of a category or kit, asked later or at pick-up, or only after a certain answer: docs/decisions/checkout.md.

-- Null: of all. An older process deletes a category or kit without knowing its questions.
alter table questionnaires add column category_id bigint references categories on delete set null;
alter table questionnaires add column kit_id bigint references kits on delete set null;
alter table questionnaires add column asked text not null default 'order' check (asked in ('order', 'later', 'pickup'));
-- Asked only if the answer to the other question is this: 'Sim', 'Não' or an option.
alter table questionnaires add column condition_id bigint references questionnaires on delete set null;
alter table questionnaires add column condition_value text;

create index questionnaires_category on questionnaires (category_id) where category_id is not null;
create index questionnaires_kit on questionnaires (kit_id) where kit_id is not null;
create index questionnaires_condition on questionnaires (condition_id) where condition_id is not null;
