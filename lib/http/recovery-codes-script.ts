/** Shows the buttons that need a script, and makes them copy, download and print the codes. */
export const recoveryCodesScript = `{
const all = [...document.querySelectorAll('[data-recovery-code]')].map((code) => code.dataset.recoveryCode).join('\\n');
const tools = document.getElementById('code-tools');
tools.hidden = false;
const [copy, download, print] = tools.children;
copy.addEventListener('click', async () => {
  await navigator.clipboard.writeText(all);
  copy.textContent = copy.dataset.done;
});
download.href = 'data:text/plain;charset=utf-8,' + encodeURIComponent(all + '\\n');
print.addEventListener('click', () => window.print());
}`;
