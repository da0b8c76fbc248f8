import { t as costText } from '../../ui/costs/toolCostTexts';
import type { PageCosts, PageToolCost } from '../../ui/overviewPage/overviewMessages';
import { t } from '../../ui/overviewPage/overviewTexts';
import { escapeDeceptive } from '../../ui/text/untrustedText';
import { Button } from '../shared/button';
import { costs, openServers, openTools, send, toolCosts } from './overviewState';

/** What the tools take of every request: in all, by tool set, by server and by tool, with switches. */
export function CostsPart() {
  const shown = costs.value;
  if (!shown) return <p class="empty">{t('loading')}</p>;
  const { total, budget, note, advice, sets, servers } = shown;
  const most = Math.max(total.tokens, budget?.tokens ?? 0);
  return (
    <>
      <p class="note">{note}</p>
      {servers.length === 0 ? null : (
        <>
          <section class="costs">
            <Cost title={costText('inChat')} cost={total} most={most} isOver={isOver(shown)} />
            {budget ? <Cost title={costText('budget')} cost={budget} most={most} /> : null}
          </section>
          <section>
            <h2>{costText('advice')}</h2>
            {advice.length === 0 ? <p class="empty">{costText('adviceNone')}</p> : null}
            <ul class="bullets">
              {advice.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </section>
          <Sets sets={sets} />
          <Servers servers={servers} />
        </>
      )}
    </>
  );
}

function isOver({ total, budget }: PageCosts): boolean {
  return budget !== undefined && total.tokens > budget.tokens;
}

function Cost({
  title,
  cost,
  most,
  isOver = false,
}: {
  readonly title: string;
  readonly cost: PageCosts['total'];
  readonly most: number;
  readonly isOver?: boolean;
}) {
  return (
    <div class="cost">
      <span class="of">{title}</span>
      <Bar tokens={cost.tokens} most={most} isOver={isOver} />
      <span class="figure">{cost.text}</span>
    </div>
  );
}

/** A bar as long as its share of the most; its figure stands beside it. */
function Bar({
  tokens,
  most,
  isOver = false,
}: {
  readonly tokens: number;
  readonly most: number;
  readonly isOver?: boolean;
}) {
  const share = most === 0 ? 0 : (tokens / most) * 100;
  return (
    <svg
      class={isOver ? 'bar over' : 'bar'}
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect class="whole" width={100} height={1} />
      <rect width={share} height={1} />
    </svg>
  );
}

function Sets({ sets }: Pick<PageCosts, 'sets'>) {
  if (sets.length === 0) return null;
  const most = Math.max(...sets.map(({ tokens }) => tokens));
  return (
    <section class="costs">
      <h2>{costText('sets')}</h2>
      {sets.map(({ name, title, isActive, ...cost }) => (
        <div class="cost" key={name ?? ''}>
          <span class="of">
            {title}{' '}
            {isActive ? null : (
              <Button
                look="link"
                aria-label={`${t('useSet')}: ${title}`}
                onClick={() => send({ kind: 'useSet', name })}
              >
                {t('useSet')}
              </Button>
            )}
          </span>
          <Bar tokens={cost.tokens} most={most} />
          <span class="figure">{cost.text}</span>
        </div>
      ))}
    </section>
  );
}

function Servers({ servers }: Pick<PageCosts, 'servers'>) {
  const most = Math.max(...servers.map(({ tokens }) => tokens));
  return (
    <section class="costs">
      <h2>{costText('servers')}</h2>
      <ul>
        {servers.map((server) => (
          <Server key={server.id} server={server} most={most} />
        ))}
      </ul>
    </section>
  );
}

function Server({
  server: { id, name, on, tools, tokens, text },
  most,
}: {
  readonly server: PageCosts['servers'][number];
  readonly most: number;
}) {
  const isOpen = openServers.value.includes(id);
  return (
    <li>
      <div class="cost">
        <span class="of">
          <Switch
            label={t('switchServer', { server: name })}
            isOn={on > 0}
            isMixed={on > 0 && on < tools}
            onSwitch={(isOn) => send({ kind: 'toggle', server: id, isOn })}
          />
          <Button
            look="disclosure"
            aria-expanded={isOpen}
            aria-label={t('showTools', { server: name })}
            onClick={() => openTools(id, !isOpen)}
            icon={isOpen ? 'chevron-down' : 'chevron-right'}
          >
            {name}
          </Button>
          <span class="note">{t('onOf', { on, count: tools })}</span>
        </span>
        <Bar tokens={tokens} most={most} />
        <span class="figure">{text}</span>
      </div>
      {isOpen ? <Tools server={id} /> : null}
    </li>
  );
}

function Tools({ server }: { readonly server: string }) {
  const shown = toolCosts.value.get(server);
  if (!shown) return <p class="empty">{t('loading')}</p>;
  const most = Math.max(...shown.map(({ tokens }) => tokens));
  return (
    <ul class="tools">
      {shown.map((tool) => (
        <li key={tool.name}>
          <Tool server={server} tool={tool} most={most} />
        </li>
      ))}
    </ul>
  );
}

function Tool({
  server,
  tool: { name, isOn, canSwitch, notes, tokens, text },
  most,
}: {
  readonly server: string;
  readonly tool: PageToolCost;
  readonly most: number;
}) {
  const shown = escapeDeceptive(name);
  return (
    <div class={isOn ? 'cost' : 'cost off'}>
      <span class="of">
        <Switch
          label={t('switchTool', { tool: shown })}
          isOn={isOn}
          isDisabled={!canSwitch}
          onSwitch={(next) => send({ kind: 'toggle', server, tool: name, isOn: next })}
        />
        <Button
          look="link"
          onClick={() => send({ kind: 'run', command: 'showTool', server, item: name })}
        >
          {shown}
        </Button>
        <span class="note">{notes.join(' · ')}</span>
      </span>
      <Bar tokens={tokens} most={most} />
      <span class="figure">{text}</span>
    </div>
  );
}

function Switch({
  label,
  isOn,
  isMixed = false,
  isDisabled = false,
  onSwitch,
}: {
  readonly label: string;
  readonly isOn: boolean;
  readonly isMixed?: boolean;
  readonly isDisabled?: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}) {
  return (
    <input
      type="checkbox"
      checked={isOn}
      indeterminate={isMixed}
      disabled={isDisabled}
      aria-label={label}
      onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
    />
  );
}
