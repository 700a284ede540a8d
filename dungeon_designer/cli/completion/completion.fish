# Completion of dungeon-designer in fish: dungeon-designer completion fish > ~/.config/fish/completions/dungeon-designer.fish
function _dungeon_designer_completion
    set -l words (commandline -opc) (commandline -ct)
    env COMP_WORDS=(string join \n -- $words | string collect) COMP_CWORD=(commandline -ct | string collect) \
        _DUNGEON_DESIGNER_COMPLETE=fish_complete $words[1] 2>/dev/null | string replace -r '^\w+,' ''
end
complete --no-files --keep-order --command dungeon-designer --arguments '(_dungeon_designer_completion)'
