/** Shows the button that needs a script, where the browser lets a page write to the clipboard, and makes it copy. */
export const copyDetailsScript = `{
const button = document.querySelector('[data-copy]');
button.hidden = navigator.clipboard === undefined;
button.addEventListener('click', async () => {
  await navigator.clipboard.writeText(button.dataset.copy);
  button.textContent = button.dataset.done;
});
}`;
